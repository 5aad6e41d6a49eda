"""A model as bytes from one process to another: a line of JSON, then plain arrays; nothing is unpickled."""

import json
import os
from dataclasses import asdict
from typing import IO, Any

import numpy as np

from rankviz.engine.data.model import Model, Objective, Shapes
from rankviz.engine.data.model_columns import Statistic
from rankviz.engine.errors import DataError, shortened

MOST_NODES = 4_000_000
"""Nodes, and categories that they list, of all trees together; in memory each has about 45 bytes."""
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


def pack(model: Model) -> bytes:
    """Return the bytes of a model. Raises DataError for one that is too large."""
    shapes = model.shapes
    count = max(len(shapes.left), 0 if shapes.listed is None else len(shapes.listed))
    if count > MOST_NODES:
        raise DataError(
            f"the model has {count:,} nodes and categories, and at most {MOST_NODES:,} are shown",
            remedy="Give one with fewer trees",
        )
    arrays = {name: getattr(shapes, name) for name in ARRAYS}
    parts = [np.asarray(found, ARRAYS[name]) for name, found in arrays.items() if found is not None]
    for each in shapes.statistics:
        parts += [np.asarray(each.keys, _KEYS), np.asarray(each.values, _VALUES)]
    head = {
        "model": {name: getattr(model, name) for name in _TOLD},
        "objective": asdict(model.objective),
        "shapes": {name: getattr(shapes, name) for name in _SHAPES},
        "arrays": {name: len(found) for name, found in arrays.items() if found is not None},
        "statistics": [[len(each.keys), each.parts, each.other] for each in shapes.statistics],
    }
    return b"\n".join([json.dumps(head).encode(), b"".join(part.tobytes() for part in parts)])


def unpack(file: IO[bytes], name: str, identity: str) -> Model:
    """Return the model of a file's bytes, called `name`. Raises ValueError and others for bytes not from `pack`."""
    head, size = json.loads(file.readline()), os.fstat(file.fileno()).st_size

    def array(kind: str, count: int) -> np.ndarray:
        if not 0 <= count * np.dtype(kind).itemsize <= size - file.tell():  # before any memory is allocated
            raise ValueError("the answer is cut off")
        return np.fromfile(file, kind, count)

    fields: dict[str, Any] = {field: array(ARRAYS[field], count) for field, count in head["arrays"].items()}
    fields |= {field: head["shapes"][field] for field in _SHAPES}
    fields["statistics"] = tuple(
        Statistic(tuple(map(tuple, parts)), array(_KEYS, count), array(_VALUES, count), other)
        for count, parts, other in head["statistics"]
    )
    told, objective = head["model"], head["objective"]
    told |= {"names": tuple(told["names"]), "categories": tuple(told["categories"])}
    objective |= {"name": shortened(objective["name"], 60), "unknown": shortened(objective["unknown"], 200)}
    return Model(
        **told, name=name, identity=identity, objective=Objective(**objective), shapes=Shapes(**fields)
    )
