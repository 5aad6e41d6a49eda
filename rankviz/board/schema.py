"""The schema of a pack: the arrays it may have, with their types and shapes. The stage reads the same file."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

MODULE = Path(__file__).parent / "frontend" / "stage" / "run" / "arrays.js"
"""A module of the front end that holds JSON with comments."""

TABLE = re.compile(r"/\*\* @type \{const\} \*/ \((.*)\);", re.DOTALL)
COMMENT = re.compile(r"(?<![ \t])[ \t]*//[^\n]*")


@dataclass(frozen=True)
class Spec:
    """One array of a pack.

    kinds : the types that it may have, as numpy writes them ("f8").
    optional : some packs lack it.
    shape : the meaning of each dimension.
    group : the name of its group.
    """

    kinds: tuple[str, ...]
    optional: bool
    shape: tuple[str, ...]
    group: str


@cache
def schema() -> dict[str, Spec]:
    """Return the spec of each array by its name, # standing for the number of a run."""
    found = TABLE.search(MODULE.read_text(encoding="utf-8"))
    assert found is not None
    specs = {}
    for group, of in json.loads(COMMENT.sub("", found[1])).items():
        for name, text in of["arrays"].items():
            kinds, *shape = text.split()
            specs[of["at"].replace("*", name)] = Spec(
                tuple(kinds.removesuffix("?").split("|")), kinds.endswith("?"), tuple(shape), group
            )
    return specs


def place(name: str) -> tuple[str, int | None]:
    """Return an array's name in the schema, and the number of its run; None for an array that all runs share."""
    number = re.search(r"(?:^|(?<=\.))\d+(?=\.|$)", name)
    return (name, None) if number is None else (name.replace(number[0], "#", 1), int(number[0]))


def typed(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays in the types of the schema. Raises KeyError for one that it does not have."""
    return {name: _typed(array, schema()[place(name)[0]].kinds) for name, array in arrays.items()}


def _typed(array: np.ndarray, kinds: tuple[str, ...]) -> np.ndarray:
    return array if array.dtype.str[1:] in kinds else array.astype(f"<{kinds[0]}")
