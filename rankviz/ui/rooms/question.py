"""A question to a class: its text, what the class may see of it in each phase, and the advice from its answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from rankviz.board.offline.asks import Asks

OPEN, LOCKED, REVEALED = "open", "locked", "revealed"
FEWEST, MAX_OPTIONS = 2, 5
"""Options of a question."""
LONGEST = 400
"""Characters of a prompt, of an option and of its hint."""
HINT, TALK = 0.35, 0.70
"""Shares of right answers that separate the three ways to continue (Vickrey et al. 2015, Peer Instruction)."""


@dataclass(frozen=True)
class ClassQuestion(Asks):
    """A question to a class; `id` is its name in its room, given by the store."""

    id: str = ""
    phase: str = OPEN

    def __post_init__(self) -> None:
        """Raise ValueError, in words for the presenter, when the question cannot be asked."""
        if not self.prompt.strip():
            raise ValueError("Write a question.")
        if not FEWEST <= len(self.options) <= MAX_OPTIONS:
            raise ValueError(f"Give {FEWEST} to {MAX_OPTIONS} options, one per line.")
        if len({words for words, _ in self.options}) < len(self.options):
            raise ValueError("Two options are the same.")
        if max(map(len, (self.prompt, *(text for option in self.options for text in option)))) > LONGEST:
            raise ValueError(f"Keep the question and each option below {LONGEST} characters.")

    @property
    def hold(self) -> int | None:
        """The last round that may be shown before the answer is revealed; None where all may be."""
        return None if self.t is None or self.phase == REVEALED else self.t - 1

    @property
    def settings(self) -> dict[str, object]:
        """The stage's settings while the question is open (view.js: Settings)."""
        return {"hold": self.hold, "about": list(self.about), "measures": list(self.measures)}

    def alone(self, name: str, *, revealed: bool) -> dict[str, Any]:
        """Return the question of that name for a stage that no class follows."""
        phase = REVEALED if revealed else OPEN
        return replace(self, id=name, phase=phase).for_class(()) | {"alone": True}

    def reopened(self, id: str) -> ClassQuestion:
        """Return the same question, open again, under another name, so that it has no votes yet."""
        return replace(self, id=id, phase=OPEN)

    def is_same(self, other: ClassQuestion) -> bool:
        """Return whether both are the same question, in any phase."""
        return (self.prompt, self.options, self.t) == (other.prompt, other.options, other.t)

    def text(self) -> str:
        """Return the question in its stored form."""
        return json.dumps(asdict(self))

    def for_class(self, tally: Sequence[int]) -> dict[str, Any]:
        """Return what the class may see: the right answer, the reason, and all votes only once it is revealed."""
        options = [list(option) for option in self.options]
        known: dict[str, Any] = {
            "id": self.id,
            "phase": self.phase,
            "prompt": self.prompt,
            "options": options,
            "items": list(self.items),
            "says": [list(row) for row in self.says],
        }
        known |= self.settings
        if self.phase == REVEALED:
            known |= {"right": self.right, "why": self.why, "tally": list(tally)}
        return known

    def for_presenter(self, tally: Sequence[int]) -> dict[str, Any]:
        """Return what the presenter's screen adds once the answers are locked: all votes, and advice to continue."""
        if self.phase == OPEN:
            return {}
        return {"tally": list(tally), "advice": advice(self.right, tally) if self.phase == LOCKED else ""}


def read(text: str) -> ClassQuestion:
    """Read the question that :meth:`ClassQuestion.text` wrote."""
    fields = json.loads(text)
    fields["options"] = tuple((words, hint) for words, hint in fields["options"])
    for name in ("about", "measures", "items"):
        fields[name] = tuple(fields.get(name, ()))
    fields["says"] = tuple((ranker, bits) for ranker, bits in fields.get("says", ()))
    return ClassQuestion(**fields)


def advice(right: int | None, tally: Sequence[int]) -> str:
    """Return advice on how to continue, by the share of right answers; empty without answers or a right option."""
    total = sum(tally)
    if right is None or not total:
        return ""
    share = tally[right] / total
    result = f"{100 * share:.0f} % chose the right answer:"
    if share < HINT:
        return f"{result} give a hint, then ask again."
    if share <= TALK:
        return f"{result} let them talk to each other for two minutes, then ask again."
    return f"{result} reveal and explain."
