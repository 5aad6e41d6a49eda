"""A question to a class: what is asked, what the class may know of it in each phase, and what its answers advise."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

OPEN, LOCKED, REVEALED = "open", "locked", "revealed"
FEWEST, MOST = 2, 5
"""Options of a question."""
LONGEST = 400
"""Characters of a prompt, of an option and of its hint."""
HINT, TALK = 0.35, 0.70
"""Shares of right answers that part the three ways to go on (Vickrey et al. 2015, Peer Instruction)."""


@dataclass(frozen=True)
class Asked:
    """A question to a class.

    Attributes
    ----------
    options : words and hint of each; the hint helps to judge it, and may be empty.
    right : the place of the right one; None where there is none.
    why : what is told of the right one when it is revealed.
    t : the round it is about, which shows the answer; None where it is about no round.
    id : names it among the questions of its room; the store gives it.
    """

    prompt: str
    options: tuple[tuple[str, str], ...]
    right: int | None = None
    why: str = ""
    t: int | None = None
    id: str = ""
    phase: str = OPEN

    def __post_init__(self) -> None:
        """Raise ValueError, in words for whoever asks, when it cannot be asked."""
        if not self.prompt.strip():
            raise ValueError("Write a question.")
        if not FEWEST <= len(self.options) <= MOST:
            raise ValueError(f"Give {FEWEST} to {MOST} options, one a line.")
        if len({words for words, _ in self.options}) < len(self.options):
            raise ValueError("Two options are the same.")
        if max(map(len, (self.prompt, *(text for option in self.options for text in option)))) > LONGEST:
            raise ValueError(f"Keep the question and each option below {LONGEST} characters.")

    @property
    def hold(self) -> int | None:
        """The last round that may be shown before the answer is revealed; None where all may be."""
        return None if self.t is None or self.phase == REVEALED else self.t - 1

    def once_more(self, id: str) -> Asked:
        """The same question, open again, under another name: its votes are others."""
        return replace(self, id=id, phase=OPEN)

    def text(self) -> str:
        """The question as it is stored."""
        return json.dumps(asdict(self))

    def for_class(self, tally: Sequence[int]) -> dict[str, Any]:
        """What the class may know: the right answer, why, and how all voted only once it is revealed."""
        options = [list(option) for option in self.options]
        known: dict[str, Any] = {
            "id": self.id,
            "phase": self.phase,
            "prompt": self.prompt,
            "options": options,
        }
        known["hold"] = self.hold
        if self.phase == REVEALED:
            known |= {"right": self.right, "why": self.why, "tally": list(tally)}
        return known

    def for_presenter(self, tally: Sequence[int]) -> dict[str, Any]:
        """What the presenter's screen may show beside: how all voted, and how to go on, once the answers are locked."""
        if self.phase == OPEN:
            return {}
        return {"tally": list(tally), "advice": advice(self.right, tally) if self.phase == LOCKED else ""}


def read(text: str) -> Asked:
    """The question that `text` wrote."""
    fields = json.loads(text)
    return Asked(**{**fields, "options": tuple((words, hint) for words, hint in fields["options"])})


def advice(right: int | None, tally: Sequence[int]) -> str:
    """How to go on, by the share of right answers; empty where nobody answered, or nothing is right or wrong."""
    total = sum(tally)
    if right is None or not total:
        return ""
    share = tally[right] / total
    told = f"{share:.0%} are right."
    if share < HINT:
        return f"{told} Give a hint, then ask again."
    if share <= TALK:
        return f"{told} Let them talk to each other for two minutes, then ask again."
    return f"{told} Reveal it, and explain."
