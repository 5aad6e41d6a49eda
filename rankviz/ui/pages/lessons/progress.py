"""A learner's progress: steps seen, predictions made, challenges solved."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

import streamlit as st

from rankviz.lessons.lesson import Lesson
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.ui.shell.language import said

LESSON = "lesson:"
"""Prefix of the keys of predictions in lessons."""
LONGEST = 40_000
"""Characters that are read of a text stored in the browser."""


@dataclass
class Progress:
    """Steps seen by lesson, the first answer to each prediction, those whose answer was shown, the link that solved
    each challenge, and the result of each challenge's test when it was opened."""

    seen: dict[str, set[int]] = field(default_factory=dict)
    answers: dict[str, tuple[str, bool]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    solved: dict[str, dict[str, str]] = field(default_factory=dict)
    opened: dict[str, str] = field(default_factory=dict)

    def see(self, lesson: str, step: int) -> None:
        """Record that the learner has reached a step, counted from 1."""
        self.seen.setdefault(lesson, set()).add(step)

    def settle(self, key: str, first: str, right: bool, *, found: bool) -> None:
        """Record the first answer under a key, and whether the right one was `found` in the end or shown."""
        self.answers[key] = (first, right)
        if not found:
            self.shown.add(key)

    def reopen(self, key: str) -> None:
        """Forget the answer under a key."""
        self.answers.pop(key, None)
        self.shown.discard(key)

    def text(self) -> str:
        """Return the progress as JSON for the browser to store, without free predictions and visitors' own texts."""
        lessons = {key: answer for key, answer in self.answers.items() if _bundled(key)}
        seen = {name: sorted(steps) for name, steps in self.seen.items() if name in LESSONS}
        solved = {name: link for name, link in self.solved.items() if name in CHALLENGES}
        shown = sorted(self.shown & lessons.keys())
        return json.dumps(
            {
                "seen": seen,
                "answers": lessons,
                "shown": shown,
                "solved": solved,
                "opened": self.opened,
            }
        )

    def add(self, text: str) -> None:
        """Add the progress that a browser has stored; skip malformed text and unknown lessons or challenges."""
        try:
            stored = json.loads(text[:LONGEST])
        except ValueError:
            return
        for name, steps in _mapping(stored, "seen").items():
            if name in LESSONS and isinstance(steps, list):
                there = {step for step in steps if step in range(1, len(LESSONS[name].steps) + 1)}
                self.seen.setdefault(name, set()).update(there)
        asked = {
            step_key(lesson, i)
            for lesson in LESSONS.values()
            for i, step in enumerate(lesson.steps, 1)
            if step.asks
        }
        for key, answer in _mapping(stored, "answers").items():
            match answer:
                case [str(label), bool(right)] if key in asked:
                    self.answers.setdefault(key, (label, right))
        shown = stored.get("shown") if isinstance(stored, dict) else None
        self.shown |= {key for key in asked if isinstance(shown, list) and key in shown}
        for name, link in _mapping(stored, "solved").items():
            if name in CHALLENGES and isinstance(link, dict):
                self.solved.setdefault(name, {str(key): str(value) for key, value in link.items()})

        for name, sentence in _mapping(stored, "opened").items():
            if name in CHALLENGES and isinstance(sentence, str):
                self.opened.setdefault(name, sentence)

    def finished(self, lesson: Lesson) -> bool:
        """Return whether every step was seen and every prediction made."""
        asked = [step_key(lesson, i) for i, step in enumerate(lesson.steps, 1) if step.asks]
        return len(self.seen.get(lesson.name, ())) == len(lesson.steps) and all(
            k in self.answers for k in asked
        )

    def of_lesson(self, lesson: Lesson) -> str:
        """Return the learner's progress in a lesson, in a few words."""
        seen = len(self.seen.get(lesson.name, ()))
        if not seen:
            return said("{steps} steps", steps=len(lesson.steps))
        keys = [step_key(lesson, i) for i, step in enumerate(lesson.steps, 1) if step.asks]
        made = [key for key in keys if key in self.answers]
        found, at_once = len(set(made) - self.shown), sum(self.answers[key][1] for key in made)
        right = said(
            "{found} of {acts} right, {first} at the first try", found=found, acts=len(keys), first=at_once
        )
        far = said("{seen} of {steps} steps", seen=seen, steps=len(lesson.steps))
        return (said("Done") if self.finished(lesson) else far) + (f" · {right}" if made else "")

    def score(self, prefix: str) -> tuple[int, int]:
        """Return (right, made) for the predictions whose key starts with `prefix`."""
        made = [right for key, (_, right) in self.answers.items() if key.startswith(prefix)]
        return sum(made), len(made)


def step_key(lesson: Lesson, step: int) -> str:
    """Return the key of a lesson's prediction."""
    name = lesson.name
    return f"{LESSON}{name if len(name) <= 60 else blake2b(name.encode(), digest_size=8).hexdigest()}:{step}"


def _bundled(key: str) -> bool:
    return key.startswith(LESSON) and key.removeprefix(LESSON).rpartition(":")[0] in LESSONS


def _mapping(stored: object, name: str) -> Mapping[str, object]:
    found = stored.get(name) if isinstance(stored, dict) else None
    return found if isinstance(found, dict) else {}


def progress() -> Progress:
    """Return the progress of this visit."""
    found: Progress = st.session_state.setdefault("progress", Progress())
    return found
