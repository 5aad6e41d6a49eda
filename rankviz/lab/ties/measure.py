"""The measures that can be audited, by the names that the command line and links write: ndcg@10, map, mrr@10-l2."""

import re
from dataclasses import dataclass

from rankviz.engine.errors import DataError, first_of, shown

KINDS = {
    "ndcg": "NDCG",
    "ndcg-exp2": "NDCG (gain 2^g − 1)",
    "dcg": "DCG",
    "dcg-exp2": "DCG (gain 2^g − 1)",
    "map": "MAP",
    "mrr": "MRR",
    "p": "Precision",
    "recall": "Recall",
    "bpref": "bpref",
}
"""The name of each kind, and its name on screen."""
BINARY = ("map", "mrr", "p", "recall", "bpref")
"""Measures for which a document is relevant or not, by the level of its grade; the others gain by the grade itself."""
NEEDS_K, HAS_NO_K = ("p", "recall"), ("bpref",)
MOST_K = 10_000_000
WHOLE = 1 << 40
"""More places than any query has: the value of a missing k."""
DEFAULT = "ndcg@10,map,mrr@10,p@10,recall@100,bpref"
EXAMPLES = (
    "Name measures such as ndcg@10, ndcg-exp2@10, dcg@10, map, map@100, mrr@10, p@10, recall@100 or bpref; "
    "map-l2 counts a grade of 2 or more as relevant"
)
MOST_LEVEL = 999_999


@dataclass(frozen=True)
class Measure:
    """A measure: its kind, one of `KINDS`, and the number of places it counts; k is 0 for all of them.

    level : the lowest grade that is relevant to a measure in `BINARY`, like trec_eval's -l.
    """

    kind: str
    k: int = 0
    level: int = 1

    @property
    def name(self) -> str:
        """The written form: ndcg@10, map-l2."""
        level = f"-l{self.level}" if self.level > 1 else ""
        return (f"{self.kind}@{self.k}" if self.k else self.kind) + level

    @property
    def label(self) -> str:
        """The displayed form: NDCG@10, MAP (grade ≥ 2)."""
        label, how = KINDS[self.base], " (gain 2^g − 1)" if self.exp2 else ""
        how = f" (grade ≥ {self.level})" if self.level > 1 else how
        return f"{label}@{self.k}{how}" if self.k else f"{label}{how}"

    @property
    def exp2(self) -> bool:
        """True when a grade g gains 2^g − 1 instead of g."""
        return self.kind.endswith("-exp2")

    @property
    def base(self) -> str:
        """The kind without its gain: ndcg of ndcg-exp2."""
        return self.kind.removesuffix("-exp2")

    @property
    def depth(self) -> int:
        """The number of places that count."""
        return self.k or WHOLE


def read(text: str, level: int = 1) -> Measure:
    """Read one measure; `level` is that of a measure in `BINARY` that names none. Raises DataError."""
    found = re.fullmatch(r"([a-z0-9-]+?)(?:@([0-9]{1,9}))?(?:-l([0-9]{1,9}))?", text.strip().lower())
    if found is None or found[1] not in KINDS:
        raise DataError(f"There is no measure {shown(text)}", remedy=EXAMPLES)
    kind, k = found[1], int(found[2] or 0)
    if kind in HAS_NO_K and found[2] is not None:
        raise DataError(f"{KINDS[kind]} counts all places and takes no @", remedy=f"Write {kind}")
    if (kind in NEEDS_K or found[2] is not None) and not 1 <= k <= MOST_K:
        raise DataError(f"{shown(text)} does not say how many places count", remedy=f"Write {kind}@10, say")
    if kind not in BINARY:
        if found[3] is not None:
            raise DataError(
                f"{KINDS[kind]} uses the grade itself and takes no level",
                remedy="Leave out what follows -l",
            )
        return Measure(kind, k)
    level = level if found[3] is None else int(found[3])
    if not 1 <= level <= MOST_LEVEL:
        raise DataError(f"the level of a relevant grade is {level:,}", remedy=f"Choose 1 to {MOST_LEVEL:,}")
    return Measure(kind, k, level)


def read_all(text: str, level: int = 1) -> tuple[Measure, ...]:
    """Read measures separated by commas, without duplicates; for `level` see :func:`read`. Raises DataError."""
    names = [part for part in text.split(",") if part.strip()]
    if not names:
        raise DataError(f"No measure is named in {first_of([text])}", remedy=EXAMPLES)
    return tuple(dict.fromkeys(read(name, level) for name in names))
