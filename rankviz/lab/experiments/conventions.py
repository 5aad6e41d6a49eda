"""The conventions on which papers' ranking metrics differ, each a choice with a name."""

from dataclasses import asdict, dataclass, fields

import numpy as np

from rankviz.engine.errors import DataError, as_given, shown
from rankviz.engine.metrics.gains import exp2_gains
from rankviz.engine.number_format import exact

TIES, EMPTY, DISCOUNT, GAIN, SHORT, SELECT = "ties", "empty", "discount", "gain", "short", "select"

CHOICES: dict[str, dict[str, str]] = {
    TIES: {
        "mean": "equal scores count as the mean over all orders of the tied items",
        "file": "items with equal scores are in the order of the file",
        "worst": "of items with equal scores the less relevant are first",
    },
    EMPTY: {
        "skip": "a query in which nothing can be gained is left out",
        "zero": "a query in which nothing can be gained counts 0",
        "one": "a query in which nothing can be gained counts 1",
    },
    DISCOUNT: {
        "log2": "the gain at place i is divided by log2(i + 1)",
        "letor": "the gain at place i is divided by log2(i), and at place 1 by 1",
    },
    GAIN: {
        "exp2": "the gain of grade l is 2^l − 1",
        "linear": "the gain of grade l is l",
        "above": "the gain of a grade is its distance above the task's lowest",
    },
    SHORT: {
        "count": "a query with fewer than k items counts with the items it has",
        "zero": "a query with fewer than k items counts 0 in NDCG@k",
    },
    SELECT: {
        "own": "for each metric, the round that is best on the validation part is used",
        "map": "NDCG and DCG use the round with the best MAP on the validation part, others their own best",
    },
}
"""Every choice by name, with its values and what each means."""


@dataclass(frozen=True)
class Conventions:
    """The conventions for NDCG, DCG and MAP, for ties in precision at K %, and for the round chosen; see `CHOICES`.

    `relevant` is the lowest grade that counts as relevant in MAP; None means any grade above the task's lowest.
    """

    ties: str = "mean"
    empty: str = "skip"
    discount: str = "log2"
    gain: str = "exp2"
    short: str = "count"
    relevant: float | None = None
    select: str = "own"

    def __post_init__(self) -> None:
        for name, values in CHOICES.items():
            if getattr(self, name) not in values:
                raise DataError(
                    f"There is no convention {shown(f'{name}={getattr(self, name)}')}",
                    remedy=f"For {name} choose {', '.join(values)}",
                )
        if self.relevant is not None and not np.isfinite(self.relevant):
            raise DataError(
                f"The relevant grade is {as_given(self.relevant)}", remedy="Choose a finite number"
            )

    def as_dict(self) -> dict[str, str | float | None]:
        """Return the choices by name, for a file."""
        return asdict(self)

    def discounts(self, n: int) -> np.ndarray:
        """Return (n,) the discounts of places 1, 2, … n, which multiply the gains."""
        place = np.arange(1, n + 1, dtype=np.float64)
        return 1.0 / (np.log2(place + 1.0) if self.discount == "log2" else np.maximum(np.log2(place), 1.0))

    def gains(self, grades: np.ndarray, lowest: float) -> tuple[np.ndarray, float]:
        """Return (n,) the gain of each grade of a query, divided by a power of two, and its exponent.

        Grades below 0 count from the task's lowest: no gain is negative.
        """
        if self.gain == "above":
            return grades - lowest, 0.0
        level = grades - min(lowest, 0.0)
        if self.gain == "linear":
            return level, 0.0
        exponent = float(np.floor(level.max()))
        return exp2_gains(level, exponent), exponent

    def sentences(self) -> list[str]:
        """Return the conventions in words."""
        sentences = [CHOICES[name][getattr(self, name)] for name in CHOICES]
        level = "above the task's lowest" if self.relevant is None else f"≥ {exact(self.relevant)}"
        sentences.append(f"for MAP an item is relevant when its grade is {level}")
        return [sentence[0].upper() + sentence[1:] + "." for sentence in sentences]


PRESETS: dict[str, Conventions] = {
    "standard": Conventions(),
    "letor": Conventions(ties="file", empty="zero", discount="letor", short="zero", relevant=1.0),
    "movielens": Conventions(ties="worst", gain="above"),
}
"""`letor` follows LETOR 4.0's own evaluation script (Xu, Liu 2009). The paper of RankBoost+ does not say how it
computes NDCG on stars; `movielens` comes near its values for RankBoost+, but not those for RB-C and RB-D, nor its
median rounds; no convention tried comes near all of them."""


def read(text: str) -> Conventions:
    """Read conventions: the name of a preset, with or without changes after it: "letor,ties=mean,relevant=2".

    Raises DataError for an unknown name or value.
    """
    chosen = dict(PRESETS["standard"].as_dict())
    known = {field.name for field in fields(Conventions)}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals and name in PRESETS:
            chosen = dict(PRESETS[name].as_dict())
        elif name == "relevant" and equals:
            try:
                chosen[name] = None if value == "auto" else float(value)
            except ValueError:
                raise DataError(
                    f"{shown(value)} is not a grade", remedy="Write relevant=1, for example, or relevant=auto"
                ) from None
        elif equals and name in known:
            chosen[name] = value
        else:
            raise DataError(
                f"{shown(part)} is not a convention",
                remedy=f"Write {' or '.join(PRESETS)}, then changes such as {TIES}=mean; "
                f"there are {', '.join((*CHOICES, 'relevant'))}",
            )
    return Conventions(**chosen)  # type: ignore[arg-type]


def written(chosen: Conventions) -> str:
    """Write conventions as the shortest text that :func:`read` turns into them."""
    for name, preset in PRESETS.items():
        if preset == chosen:
            return name
    plain, parts = Conventions().as_dict(), []
    for name, value in chosen.as_dict().items():
        if value != plain[name]:
            parts.append(f"{name}={exact(value)}" if isinstance(value, float) else f"{name}={value}")
    return ",".join(["standard", *parts])
