"""Small models that the libraries have written, with their own scores of some rows: tests/engine/data/models."""

import json
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[1] / "engine/data/models/samples"
NAMES = tuple(sorted(file.name for file in FOLDER.iterdir() if file.name != "scores.json"))
_SAID = json.loads((FOLDER / "scores.json").read_text())
ROWS = np.array(_SAID["rows"], dtype=np.float64)
"""Rows of four features, two of them categories; some values are missing."""


def content(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def kind(name: str) -> str:
    return name.partition(".")[0].partition("_")[0]


def scores(name: str) -> np.ndarray:
    """Scores of the rows, as the library itself said them."""
    said = _SAID["scores"]
    return np.array(said.get(name) or said[kind(name)])


def letor(rows: np.ndarray = ROWS) -> bytes:
    """The rows as a LETOR file of two queries with grades 0, 1 and 2."""
    lines = [
        f"{i % 3} qid:{i // 12 + 1} "
        + " ".join(f"{j + 1}:{'NULL' if np.isnan(v) else v}" for j, v in enumerate(row))
        for i, row in enumerate(rows)
    ]
    return "\n".join(lines).encode()
