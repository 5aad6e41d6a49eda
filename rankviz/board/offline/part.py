"""The rounds of a run that a page or a widget holds: all, or an excerpt.

An excerpt holds the curves, the picks and all other numbers per round of the whole run, so that every round looks as in
the whole. Data per item or mark are included only for the rounds of the excerpt, and for the earlier rounds that its
first rounds draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankviz.board.payload import pack
from rankviz.board.wire import join, unpack
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.number_format import counted
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

BACK = 31
"""Earlier rounds that a round is drawn with: the Ranking's lines go back 30, and a round's animation begins at the one
before it."""
OF_STATES = ("scores", "place", "weight", "factor")
"""Arrays of a run that are cut to the excerpt, with a row for the start and for each round."""
OF_ROUNDS = (
    "cell_correct",
    "cell_reversed",
    "mover_higher",
    "mover_lower",
    "mover_before",
    "mover_after",
    "best",
    "best_slope",
    "best_kind",
    "step_z",
    "step_loss",
    "step_bound",
    "step_z2",
    "step_parts",
)
"""Cut arrays with a row only for each round; of `h` the rounds that the ensemble still shows stay, too."""
PICTURED = ("qbrank.{}.target", "qbrank.{}.fitted", "qbrank.{}.pushed", "qbrank.{}.pulled", "trees.{}.leaf")
"""Cut arrays of the panels, by the run's place, with a row for each round."""


class RunPart(NamedTuple):
    """Rounds `first` to `last` of a run of `of` rounds; round 0 is the start."""

    first: int
    last: int
    of: int

    @property
    def whole(self) -> bool:
        """True when the part is the whole run."""
        return (self.first, self.last) == (0, self.of)

    def words(self) -> str:
        """Return the rounds of the part in words, out of how many."""
        return f"{self.of:,}" if self.whole else f"{self.first:,}–{self.last:,} of {self.of:,}"

    def fitting(self, share: float) -> RunPart | None:
        """Return about this share of the part, from its first round on, with room to spare; None for no round."""
        count = int(0.9 * (self.last - self.first) * share)
        return self._replace(last=self.first + count) if count else None

    def states(self, run: Run) -> range:
        """Return the states of a run that are shown; for a run that ended before, its last."""
        return range(min(self.first, run.n_rounds), min(self.last, run.n_rounds) + 1)


def part_of(trace: Trace, rounds: int | tuple[int, int] | None) -> RunPart:
    """Return the part of rounds a to b, the first so many, or all; rounds beyond the last are left out.

    Raises DataError for rounds that the run does not have, and for anything but a number or two.
    """
    most = max((run.n_rounds for run in trace.runs), default=0)
    if rounds is None:
        return RunPart(0, most, most)
    match rounds:
        case int() | np.integer() if not isinstance(rounds, bool):
            first, last = 0, int(rounds)
            if last < 1:
                raise DataError(
                    f"The excerpt would have {counted(last, 'round')}", remedy="Choose at least 1"
                )
        case (int() | np.integer(), int() | np.integer()):
            first, last = map(int, rounds)
        case _:
            raise DataError(
                f"The rounds of the excerpt are given as {as_given(rounds)}",
                remedy="Give one whole number for that many first rounds, or two, such as (10, 20)",
            )
    if not 0 <= first < last or first >= most:
        raise DataError(
            f"The excerpt would have rounds {first} to {last}, but the run has {counted(most, 'round')}",
            remedy=f"Choose a first round from 0 to {max(0, most - 1)}, and a last one after it",
        )
    return RunPart(first, min(last, most), most)


def packed(trace: Trace, part: RunPart, pictures: Sequence[str] = ()) -> tuple[Trace, bytes]:
    """Return the pack of those rounds, and its trace: cut after them where the whole run is too large.

    Raises DataError when the cut run is too large, too.
    """
    try:
        whole = pack(trace, shareable=False, pictures=pictures)
    except DataError:
        if part.last == part.of:
            raise
        # Too large for a stage; the run up to the excerpt's end may not be.
        trace = trace.first(part.last)
        whole = pack(trace, shareable=False, pictures=pictures)
    return trace, whole if part.whole else cut(whole, trace, part)


def cut(whole: bytes, trace: Trace, part: RunPart) -> bytes:
    """Set rows of the pack that the rounds of `part` do not show to 0, so that they compress to nothing.

    All arrays keep their places and shapes.
    """
    meta, arrays = unpack(whole)
    meta["part"] = [part.first, part.last]
    for k, run in enumerate(trace.runs):
        shown = part.states(run)
        states = range(max(0, shown.start - BACK), shown.stop)
        rounds = [t - 1 for t in states if t]
        words: list[Any] = meta["runs"][k]["words"]
        meta["runs"][k]["words"] = [text if t in shown else [] for t, text in enumerate(words)]
        rows = {f"{k}.{name}": list(states) for name in OF_STATES}
        rows |= dict.fromkeys([f"{k}.{name}" for name in OF_ROUNDS], rounds)
        rows |= dict.fromkeys([name.format(k) for name in PICTURED], rounds)
        if isinstance(run, BoostedRun):
            rows[f"{k}.h"] = _still_shown(run, states)
        arrays |= {name: _alone(arrays[name], indices) for name, indices in rows.items() if name in arrays}
    return join(meta, arrays)


def _still_shown(run: BoostedRun, states: range) -> list[int]:
    """Return the rows of the weak rankers of those rounds, and the last pick before them of each other ranker."""
    last = {ranker: t for t, ranker in enumerate(run.ranker[: max(0, states.start - 1)].tolist())}
    return sorted({*last.values(), *(t - 1 for t in states if t)})


def _alone(array: np.ndarray, indices: list[int]) -> np.ndarray:
    """Return the array with 0 in all other rows."""
    found = np.zeros_like(array)
    rows = [row for row in indices if row < len(array)]
    found[rows] = array[rows]
    return found
