"""What a learner has done, kept for the visit: steps seen, predictions made, challenges solved."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from rankviz.lessons.lesson import Lesson


@dataclass
class Progress:
    """Steps seen by lesson, the answer to each prediction, (right, asked) of the free ones, and challenges solved."""

    seen: dict[str, set[int]] = field(default_factory=dict)
    answers: dict[str, tuple[str, bool]] = field(default_factory=dict)
    solved: set[str] = field(default_factory=set)

    def see(self, lesson: str, step: int) -> None:
        """The learner has reached a step, counted from 1."""
        self.seen.setdefault(lesson, set()).add(step)

    def finished(self, lesson: Lesson) -> bool:
        """Whether every step was seen and every prediction made."""
        asked = [step_key(lesson, i) for i, step in enumerate(lesson.steps, 1) if step.ask]
        return len(self.seen.get(lesson.name, ())) == len(lesson.steps) and all(
            k in self.answers for k in asked
        )

    def of_lesson(self, lesson: Lesson) -> str:
        """How far a lesson has come, in a few words."""
        seen = len(self.seen.get(lesson.name, ()))
        if not seen:
            return f"{len(lesson.steps)} steps"
        answers = [
            self.answers.get(step_key(lesson, i)) for i, step in enumerate(lesson.steps, 1) if step.ask
        ]
        made = [right for answer in answers if answer for right in answer[1:]]
        told = f" · {sum(made)} of {len(made)} predictions right" if made else ""
        return ("Done" if self.finished(lesson) else f"{seen} of {len(lesson.steps)} steps") + told

    def score(self, prefix: str) -> tuple[int, int]:
        """(right, made) of the predictions whose key starts with `prefix`."""
        made = [right for key, (_, right) in self.answers.items() if key.startswith(prefix)]
        return sum(made), len(made)


def step_key(lesson: Lesson, step: int) -> str:
    """The key of a lesson's prediction."""
    return f"lesson:{lesson.name}:{step}"


def progress() -> Progress:
    """This visit's."""
    found: Progress = st.session_state.setdefault("progress", Progress())
    return found
