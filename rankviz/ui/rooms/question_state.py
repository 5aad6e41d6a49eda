"""The states of a question before a class: asked, locked, revealed, asked again, closed, and each step back.

Each function takes a room and returns its next state, or None where nothing changes. Only :func:`reopen`
loses votes.
"""

import secrets
from dataclasses import replace

from rankviz.ui.rooms.question import LOCKED, OPEN, REVEALED, ClassQuestion
from rankviz.ui.rooms.room import Refused, Room

__all__ = ["ask", "close", "lock", "next", "reopen", "reveal", "undo"]

EARLIER = {REVEALED: LOCKED, LOCKED: OPEN}


def ask(room: Room, question: ClassQuestion) -> Room:
    """Ask in place of a question that is revealed; one that was closed returns with its votes."""
    if question.t is not None and room.t >= question.t:
        raise Refused(409, f"Round {question.t} is already on the screens. Ask about the next one.")
    if room.question is not None and room.question.phase != REVEALED:
        raise Refused(409, "A question is open. Reveal it or drop it first.")
    before = room.of_before(question)
    again = before is not None and before.phase != REVEALED
    return room.turned_to(before if again else _anew(question))


def next(room: Room, question: ClassQuestion | None) -> Room | None:
    """Go to a moment with `question`, or without one: if asked before it returns; all others are closed."""
    there = room.of_before(question)
    return None if (None if there is None else there.id) == (room.asked or None) else room.turned_to(there)


def undo(room: Room) -> Room | None:
    """Undo the last step: the reveal, the lock, or the asking."""
    if room.question is None:
        return None
    earlier = EARLIER.get(room.question.phase)
    return close(room) if earlier is None else _now(room, replace(room.question, phase=earlier))


def lock(room: Room) -> Room | None:
    """Accept no more votes."""
    return None if room.question is None else _now(room, replace(room.question, phase=LOCKED))


def reveal(room: Room) -> Room | None:
    """Show the answer: the round that it is about, on every screen."""
    if room.question is None:
        return None
    shown = _now(room, replace(room.question, phase=REVEALED))
    return shown if room.question.t is None else replace(shown, t=room.question.t, beat=0)


def reopen(room: Room) -> Room | None:
    """Ask the same question again, without the votes."""
    return None if room.question is None else _now(room, _anew(room.question))


def close(room: Room) -> Room | None:
    """Close the question, keeping its votes."""
    return None if room.question is None else room.turned_to(None)


def _anew(question: ClassQuestion) -> ClassQuestion:
    return question.reopened(secrets.token_hex(4))


def _now(room: Room, question: ClassQuestion) -> Room:
    return replace(room, question=question, version=room.version + 1)
