"""The columns of a table of votes, or of pairs, by their names; plain Python, as file detection uses it, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ORDERED = (
    ("higher", "lower"), ("winner", "loser"), ("better", "worse"), ("above", "below"), ("preferred", "other"),
    ("chosen", "rejected"),
)  # fmt: skip
"""Names that the columns of the higher and the lower item may have, in any case."""
SIDES = (
    ("left", "right"), ("a", "b"), ("first", "second"), ("model_a", "model_b"), ("item_a", "item_b"),
    ("item_1", "item_2"), ("item1", "item2"), ("option_a", "option_b"), ("id_a", "id_b"),
    ("model_1", "model_2"), ("model1", "model2"), ("system_a", "system_b"), ("player_a", "player_b"),
    ("player_1", "player_2"), ("player1", "player2"), ("team_a", "team_b"), ("white", "black"), ("home", "away"),
    ("left_item", "right_item"), ("left_model", "right_model"), ("model_left", "model_right"),
    ("generator_1", "generator_2"), ("candidate_a", "candidate_b"), ("response_a", "response_b"),
    ("response_1", "response_2"), ("response1", "response2"), ("answer_a", "answer_b"), ("answer_1", "answer_2"),
    ("output_a", "output_b"), ("output_1", "output_2"), ("completion_a", "completion_b"), ("text_a", "text_b"),
    ("text_1", "text_2"), ("text1", "text2"), ("summary_a", "summary_b"), ("image_a", "image_b"),
)  # fmt: skip
VERDICTS = (
    "preferred", "preference", "winner", "better", "choice", "chosen", "verdict", "result", "label", "outcome", "vote",
    "pairwise", "comparison", "selection", "selected", "judgment", "judgement", "decision",
)  # fmt: skip
"""Names of the columns of two items and of the verdict on them."""
_MARKS = re.compile(r"[ .-]")
WEIGHTS = ("weight", "count")
"""Names of the column that weighs a pair, or a vote, in any case."""

_WON = ("wins_{}", "win_{}", "{}_wins", "{}_win", "won_{}", "{}_won", "winner_{}")
_TIED = ("ties", "tie", "tied", "draws", "draw", "winner_tie", "n_ties", "equal")
_BAD = (
    "both_bad",
    "bothbad",
    "tie_both_bad",
    "tie_bothbad",
    "ties_bothbad",
    "ties_both_bad",
    "winner_bothbad",
)
_SHORT = (("wins", "losses"), ("won", "lost"), ("win", "loss"))


@dataclass(frozen=True)
class Layout:
    """The columns of a table of votes: two items, and a verdict on each row or counts; "" for one that is missing.

    Attributes
    ----------
    a, b : the columns of the two items.
    verdict : the winner; without it and without counts every row is won by a.
    won, lost, tied, bad : columns of counts: won by a, won by b, ties, and "both bad".
    """

    a: str
    b: str
    verdict: str = ""
    won: str = ""
    lost: str = ""
    tied: str = ""
    bad: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that the layout uses."""
        parts = self.a, self.b, self.verdict, self.won, self.lost, self.tied, self.bad
        return tuple(filter(None, parts))


def of_pairs(names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of pairs by their names: (higher, lower) or (left, right, verdict); () for other names."""
    of = _once(names)
    for one, two in ORDERED:
        if one in of and two in of:
            return of[one], of[two]
    for one, two in SIDES:
        verdict = next((each for each in VERDICTS if each in of), "")
        if one in of and two in of and verdict:
            return of[one], of[two], of[verdict]
    return ()


def of_votes(names: Sequence[str]) -> Layout | None:
    """Find the layout of a table of votes by the names of its columns; None when they have others."""
    of = _once(names)
    for one, two in SIDES:
        if one not in of or two not in of:
            continue
        verdict = next((each for each in VERDICTS if each in of), "")
        if verdict:
            return Layout(of[one], of[two], of[verdict])
        won, lost = _counts(of, one, two)
        if won:
            tied, bad = (next((of[each] for each in known if each in of), "") for known in (_TIED, _BAD))
            return Layout(of[one], of[two], won=won, lost=lost, tied=tied, bad=bad)
    found = of_pairs(names)
    return Layout(*found) if found else None


def weight(names: Sequence[str], taken: Sequence[str]) -> str:
    """Return the column of a row's weight, by its name; "" when there is none besides those that are taken."""
    of = _once(names)
    return next((of[each] for each in WEIGHTS if each in of and of[each] not in taken), "")


def _counts(of: Mapping[str, str], one: str, two: str) -> tuple[str, str]:
    """Return the columns that count two sides' wins: wins_a and wins_b for model_a and model_b, or wins and losses."""
    ends = one, two
    if "_" in one:
        ends = one.rpartition("_")[2], two.rpartition("_")[2]
    for pattern in _WON:
        for a, b in ((one, two), ends):
            won, lost = pattern.format(a), pattern.format(b)
            if won in of and lost in of:
                return of[won], of[lost]
    return next(((of[won], of[lost]) for won, lost in _SHORT if won in of and lost in of), ("", ""))


def _once(names: Sequence[str]) -> dict[str, str]:
    """Return the names that occur once, in lower case, with _ for marks, without MTurk's Input. and Answer."""
    lower = [
        _MARKS.sub("_", name.strip().lower().removeprefix("input.").removeprefix("answer.")) for name in names
    ]
    return {each: name for each, name in zip(lower, names, strict=True) if lower.count(each) == 1}
