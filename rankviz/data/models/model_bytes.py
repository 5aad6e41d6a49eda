"""A model as bytes from one process to another: a line of JSON, then plain arrays; nothing is unpickled."""

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from rankviz.data.model import Model, Objective, Shapes
from rankviz.data.model_columns import Statistic
from rankviz.errors import shortened

ARRAYS = {
    "start": "<i8",
    "feature": "<i4",
    "threshold": "<f8",
    "left": "<i4",
    "right": "<i4",
    "missing_left": "<u1",
    "value": "<f8",
    "gain": "<f8",
    "zero_missing": "<u1",
    "list_start": "<i8",
    "listed": "<i4",
    "statistic": "<i4",
}
"""Fields of `Shapes`, and their types."""
_KEYS, _VALUES = "<u8", "<f4"
_TOLD = ("library", "names", "n_features", "categories", "start", "best")
_SHAPES = ("strict", "listed_left", "hashed")
_STATISTIC = ("categories", "above", "equal", "missing_above", "other")


def pack(model: Model) -> bytes:
    """Return the bytes of a model."""
    shapes = model.shapes
    arrays = {name: getattr(shapes, name) for name in ARRAYS}
    parts = [np.asarray(found, ARRAYS[name]) for name, found in arrays.items() if found is not None]
    for each in shapes.statistics:
        parts += [np.asarray(each.keys, _KEYS), np.asarray(each.values, _VALUES)]
    head = {
        "model": {name: getattr(model, name) for name in _TOLD},
        "objective": asdict(model.objective),
        "shapes": {name: getattr(shapes, name) for name in _SHAPES},
        "arrays": {name: len(found) for name, found in arrays.items() if found is not None},
        "statistics": [
            [len(each.keys), {name: getattr(each, name) for name in _STATISTIC}] for each in shapes.statistics
        ],
    }
    return b"\n".join([json.dumps(head).encode(), b"".join(part.tobytes() for part in parts)])


def unpack(data: bytes, name: str, identity: str) -> Model:
    """Return the model of the bytes, called `name`. Raises ValueError and others for bytes that `pack` did not make."""
    line, _, data = data.partition(b"\n")
    head, at = json.loads(line), 0

    def array(kind: str, count: int) -> np.ndarray:
        nonlocal at
        found = np.frombuffer(data, kind, count, at).copy()
        at += found.nbytes
        return found

    fields: dict[str, Any] = {
        field: array(ARRAYS[field], int(count)) for field, count in head["arrays"].items()
    }
    fields |= {field: bool(head["shapes"][field]) for field in _SHAPES}
    statistics = tuple(
        Statistic(
            categories=tuple(map(int, about["categories"])),
            above=tuple((int(j), float(border)) for j, border in about["above"]),
            equal=tuple((int(j), int(value)) for j, value in about["equal"]),
            missing_above=tuple(map(int, about["missing_above"])),
            keys=array(_KEYS, int(count)),
            values=array(_VALUES, int(count)),
            other=float(about["other"]),
        )
        for count, about in head["statistics"]
    )
    told, objective = head["model"], head["objective"]
    return Model(
        library=str(told["library"]),
        name=name,
        objective=Objective(
            name=shortened(objective["name"], 60),
            delta=bool(objective["delta"]),
            sigma=float(objective["sigma"]),
            at=int(objective["at"]),
            norm=bool(objective["norm"]),
            unknown=shortened(objective["unknown"], 200),
        ),
        names=tuple(map(str, told["names"])),
        n_features=int(told["n_features"]),
        categories=tuple(map(int, told["categories"])),
        shapes=Shapes(**fields, statistics=statistics),
        start=float(told["start"]),
        best=int(told["best"]),
        identity=identity,
    )
