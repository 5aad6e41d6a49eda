"""CatBoost's binary models: flatbuffers, turned into the structure of its JSON.

Format: catboost/libs/model/flatbuffers/*.fbs, whose fields are used here by position, and ctr_data.cpp.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

MAGIC = b"CBM1"
_NAN_TREATMENT = ("AsIs", "AsFalse", "AsTrue")
_CTR_TYPES = (
    "Borders",
    "Buckets",
    "BinarizedTargetMeanValue",
    "FloatTargetMeanValue",
    "Counter",
    "FeatureFreq",
)
_BUCKET = np.dtype([("hash", "<u8"), ("index", "<u4")])
_MEAN = np.dtype([("sum", "<f4"), ("count", "<i4")])
_NO_INDEX, _NO_HASH = 2**32 - 1, 2**64 - 1


def load(data: bytes) -> dict[str, Any]:
    """Return what the model's JSON would hold; arrays are NumPy's. Raises ValueError and others for broken bytes."""
    core, at = _sized(data, len(MAGIC))
    root = _Table.root(core)
    trees, about = root.table(1), {each.text(0): each.text(1) for each in root.tables(2)}
    ctrs = [_ctr_feature(each) for each in trees.tables(7)]
    bias = trees.numbers(16, "<f8")
    found: dict[str, Any] = {
        "model_info": about,
        "features_info": {
            "float_features": [_number(each) for each in trees.tables(5)],
            "categorical_features": _categories(trees),
            "ctrs": ctrs,
            "text_features": [each for each in trees.tables(12) if each.number(3, "<u1", 1)],
            "embedding_features": [each for each in trees.tables(18) if each.number(4, "<u1", 1)],
        },
        "scale_and_bias": (trees.number(14, "<f8", 1), bias if len(bias) else trees.number(15, "<f8", 0)),
        "ctr_data": dict(_ctr_tables(data, at)) if ctrs else {},
    }
    steps = trees.numbers(10, "<u2,<u2").tolist()
    found["trees" if steps else "oblivious_trees"] = list(
        _nested(trees, steps) if steps else _symmetric(trees)
    )
    return found


def _sized(data: bytes, at: int) -> tuple[bytes, int]:
    """Return a part of the file that begins with its size, and the position of its end."""
    size = int.from_bytes(data[at : at + 4], "little")
    part = data[at + 4 : at + 4 + size]
    if len(part) < size or not size:
        raise ValueError("the data end too early")
    return part, at + 4 + size


class _Table:
    """A table of a flatbuffer; fields are identified by their position."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at
        self._fields = at - self._read(at, "<i4")

    @classmethod
    def root(cls, data: bytes) -> _Table:
        return cls(data, int(np.frombuffer(data, "<u4", 1)[0]))

    def _read(self, at: int, kind: str) -> Any:
        if at < 0:
            raise ValueError("a field is outside the data")
        return np.frombuffer(self._data, kind, 1, at)[0].item()

    def _place(self, field: int) -> int | None:
        offset = 4 + 2 * field
        if offset >= self._read(self._fields, "<u2"):
            return None
        found = self._read(self._fields + offset, "<u2")
        return self._at + found if found else None

    def _there(self, field: int) -> int | None:
        place = self._place(field)
        return None if place is None else place + self._read(place, "<u4")

    def number(self, field: int, kind: str, default: float) -> Any:
        place = self._place(field)
        return default if place is None else self._read(place, kind)

    def numbers(self, field: int, kind: str) -> np.ndarray:
        place = self._there(field)
        if place is None:
            return np.zeros(0, kind)
        return np.frombuffer(self._data, kind, self._read(place, "<u4"), place + 4)

    def text(self, field: int) -> str:
        return self.numbers(field, "<u1").tobytes().decode("utf-8", "replace")

    def table(self, field: int) -> _Table:
        place = self._there(field)
        if place is None:
            raise ValueError("a table is missing")
        return _Table(self._data, place)

    def tables(self, field: int) -> list[_Table]:
        place = self._there(field)
        if place is None:
            return []
        offsets = enumerate(self.numbers(field, "<u4").tolist())
        return [_Table(self._data, place + 4 + 4 * i + offset) for i, offset in offsets]


# ---------------------------------------------------------------- features


def _number(each: _Table) -> dict[str, Any]:
    return {
        "feature_index": each.number(1, "<i4", -1),
        "flat_feature_index": each.number(2, "<i4", -1),
        "borders": each.numbers(3, "<f4").tolist(),
        "feature_id": each.text(4),
        "nan_value_treatment": _NAN_TREATMENT[each.number(5, "<u1", 0)],
    }


def _categories(trees: _Table) -> list[dict[str, Any]]:
    single = {each.number(0, "<i4", -1): each.numbers(1, "<i4").tolist() for each in trees.tables(6)}
    return [
        {
            "feature_index": index,
            "flat_feature_index": each.number(1, "<i4", -1),
            "feature_id": each.text(2),
            "values": single.get(index, ()),
        }
        for each in trees.tables(4)
        for index in [each.number(0, "<i4", -1)]
    ]


def _base(base: _Table) -> tuple[str, list[dict[str, Any]]]:
    """Return how a statistic is computed, and its parts."""
    parts = base.table(0)
    element = "combination_element"
    found = [
        {"cat_feature_index": index, element: "cat_feature_value"}
        for index in parts.numbers(0, "<i4").tolist()
    ]
    found += [
        {"float_feature_index": index, "border": border, element: "float_feature"}
        for index, border in parts.numbers(1, "<i4,<f4").tolist()
    ]
    found += [
        {"cat_feature_index": index, "value": value, element: "cat_feature_exact_value"}
        for index, value in parts.numbers(2, "<i4,<i4").tolist()
    ]
    return _CTR_TYPES[base.number(1, "<u1", 0)], found


def _ctr_feature(each: _Table) -> dict[str, Any]:
    ctr = each.table(0)
    kind, elements = _base(ctr.table(0))
    return {
        "ctr_type": kind,
        "elements": elements,
        "target_border_idx": ctr.number(1, "<i4", 0),
        "prior_numerator": ctr.number(2, "<f4", 0),
        "prior_denomerator": ctr.number(3, "<f4", 1),
        "shift": ctr.number(4, "<f4", 0),
        "scale": ctr.number(5, "<f4", 1),
        "borders": each.numbers(1, "<f4").tolist(),
    }


def _ctr_tables(data: bytes, at: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the values learned for each combination, which follow the trees."""
    for _ in range(int.from_bytes(data[at : at + 4], "little")):
        part, end = _sized(data, at + 4)
        at = end - 4
        table = _Table.root(part)
        kind, elements = _base(table.table(0))
        buckets, blob = table.numbers(1, "<u1").view(_BUCKET), table.numbers(2, "<u1")
        buckets = buckets[(buckets["index"] != _NO_INDEX) & (buckets["hash"] != _NO_HASH)]
        if kind.endswith("MeanValue"):
            means = blob.view(_MEAN)
            counts = np.column_stack([means["sum"], means["count"]])
        else:
            counts = blob.view("<i4").reshape(-1, max(table.number(4, "<i4", 0), 1))
        rows = np.column_stack([buckets["hash"].astype(object), counts[buckets["index"]].astype(object)])
        yield (
            json.dumps({"identifier": elements, "type": kind}),
            {
                "hash_stride": rows.shape[1],
                "hash_map": rows.reshape(-1),
                "counter_denominator": table.number(3, "<i4", 0),
            },
        )


# ---------------------------------------------------------------- trees


def _symmetric(trees: _Table) -> Iterator[dict[str, Any]]:
    splits, values = trees.numbers(1, "<i4").tolist(), trees.numbers(8, "<f8")
    classes, leaf = max(trees.number(0, "<i4", 1), 1), 0
    starts, sizes = trees.numbers(3, "<i4").tolist(), trees.numbers(2, "<i4").tolist()
    for start, size in zip(starts, sizes, strict=True):
        asked = splits[max(start, 0) : max(start, 0) + size]
        if len(asked) != size or size > 30:
            raise ValueError("TreeSizes")
        count = classes * 2**size
        if leaf + count > len(values):
            raise ValueError("LeafValues")
        yield {
            "splits": [{"split_index": split} for split in asked],
            "leaf_values": values[leaf : leaf + count],
        }
        leaf += count


def _nested(trees: _Table, steps: list[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    splits, values = trees.numbers(1, "<i4").tolist(), trees.numbers(8, "<f8")
    leaves, classes = trees.numbers(11, "<u4").tolist(), trees.number(0, "<i4", 1)
    seen = set[int]()

    def leaf(node: int) -> dict[str, Any]:
        found = values[leaves[node] : leaves[node] + classes].tolist()
        return {"value": found[0] if classes == 1 else found}

    def put(node: int) -> dict[str, Any]:
        if node in seen:
            raise ValueError("two paths lead to a node")
        seen.add(node)
        left, right = steps[node]
        if not left and not right:
            return leaf(node)
        return {
            "split": {"split_index": splits[node]},
            "left": put(node + left) if left else leaf(node),
            "right": put(node + right) if right else leaf(node),
        }

    for start in trees.numbers(3, "<i4").tolist():
        yield put(start)
