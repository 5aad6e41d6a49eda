"""The board of the page Arena in the browser's form: places by tie value, and one pair opened."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.preference.ladder import METHODS, WORTHS, Ladder, ladder
from rankviz.engine.algorithms.registry import find
from rankviz.engine.data.battles import Counts, tally
from rankviz.engine.data.tally import Tally


@dataclass(frozen=True, eq=False)
class Board:
    """Battles, their tally by a rule for "both bad", and the ladder of every method."""

    counts: Counts
    tally: Tally
    ladders: tuple[Ladder, ...]

    def row(self, tie: float) -> int:
        """Return the row of the computed tie value nearest to `tie`."""
        return int(np.abs(WORTHS - tie).argmin())

    def hinge(self, top: int) -> tuple[int, int]:
        """Return the pair to open first: the highest two that change places by Bradley–Terry, else the first two."""
        first = self.ladders[0]
        near = min(
            (change for change in first.changes if change.place < top), key=lambda c: c.place, default=None
        )
        if near is not None:
            return near.up, near.down
        order = np.argsort(first.places[self.row(0.5)], kind="stable")
        return int(order[0]), int(order[1])


def board(counts: Counts, bad: str) -> Board:
    """Compute the ladder of every method, with "both bad" counted as a tie, dropped, or as a loss (see `tally`)."""
    found = tally(counts, bad)
    return Board(counts, found, tuple(ladder(found, method) for method in METHODS))


def packed(board: Board) -> bytes:
    """Return the board as JSON (see frontend/stage/arena/method_places.js)."""
    return json.dumps(
        {
            "names": list(board.tally.names),
            "worths": len(WORTHS),
            "methods": [
                {
                    "name": each.method.name,
                    "label": each.method.label,
                    "slot": find(each.method.name).mark.slot,
                    "marker": find(each.method.name).mark.path,
                    "says": each.method.says,
                    "why": each.why,
                    "places": each.places.tolist(),
                    "changes": [
                        {
                            "at": round(change.at, 4),
                            "place": change.place,
                            "up": change.up,
                            "down": change.down,
                        }
                        for change in each.changes
                    ],
                }
                for each in board.ladders
            ],
        },
        ensure_ascii=False,
        allow_nan=False,
        separators=(",", ":"),
    ).encode()


def opened(board: Board, i: int, j: int) -> dict[str, object]:
    """Return a pair's battles, and the chances that each method gives at every tie value (see pair_details.js)."""
    found = board.tally
    won, lost, tied, bad = _battles(board, i, j)
    chances = {}
    for each in board.ladders:
        if each.method.chances is not None:
            by_worth = each.method.chances(each.scores[:, i] - each.scores[:, j], found)
            chances[each.method.name] = [
                [None if np.isnan(value) else round(float(value), 4) for value in of] for of in by_worth
            ]
    return {"items": [i, j], "won": won, "lost": lost, "tied": tied, "bad": bad, "chances": chances}


def _battles(board: Board, i: int, j: int) -> tuple[int, int, int, int]:
    """Return the wins of i and of j, ties, and both bad; against "good enough" there are only wins and losses."""
    found, counts = board.tally, board.counts
    here = np.flatnonzero(((found.a == i) & (found.b == j)) | ((found.a == j) & (found.b == i)))
    if not len(here):
        return 0, 0, 0, 0
    k = here[0]
    raw = counts.table[k] if k < len(counts.a) else (found.won[k], found.lost[k], 0, 0)
    won, lost, tied, bad = (int(count) for count in raw)
    return (won, lost, tied, bad) if found.a[k] == i else (lost, won, tied, bad)
