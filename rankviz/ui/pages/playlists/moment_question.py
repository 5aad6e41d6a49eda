"""The question of a moment of a playlist, to a viewer or a class: until revealed, the moment waits at its round."""

from dataclasses import dataclass

import streamlit as st

from rankviz.lessons.lesson import Ask
from rankviz.lessons.playlists.playlist import Moment
from rankviz.lessons.predict import QUESTIONS, Option, Question
from rankviz.lessons.text.own_question import OWN, OwnQuestion
from rankviz.ui.pages.lessons import predict
from rankviz.ui.rooms.offer import of_act
from rankviz.ui.rooms.question import ClassQuestion
from rankviz.ui.runs.shown import Shown
from rankviz.ui.state.state import State

REVEALED = "playlist-revealed"
"""In the session: the moments whose answers were revealed."""


@dataclass(frozen=True)
class MomentQuestion:
    """The question of a moment.

    Attributes
    ----------
    key : a name for the moment, in the session and on the stage.
    t : the round at which the moment waits.
    to_one : the question to a viewer who plays the playlist alone; None where the moment has no question.
    to_all : the same for a class and the presented screen, or the act of a lesson's step for a class; None also where
        it is too long for one.
    """

    key: str
    t: int
    to_one: Question | None
    to_all: ClassQuestion | None

    @property
    def revealed(self) -> bool:
        """True when the answer is known: it was found, or revealed."""
        return self.key in st.session_state.get(REVEALED, ()) or predict.answered(self.key)

    @property
    def is_open(self) -> bool:
        """True while the answer is still to come."""
        return self.to_one is not None and not self.revealed

    @property
    def opens_at(self) -> int:
        """The round at which the moment opens: that of the answer once it is known."""
        return self.t if self.to_one is None or not self.revealed else self.to_one.t

    @property
    def settings(self) -> dict[str, object]:
        """The stage's settings while the answer is to come (view.js: Settings)."""
        if not self.is_open:
            return {"hold": None}
        return {**({} if self.to_all is None else self.to_all.settings), "hold": self.t}

    @property
    def on_screen(self) -> dict[str, object] | None:
        """The question on the presented screen where no class answers it."""
        return (
            None
            if self.to_all is None or self.to_one is None
            else self.to_all.alone(self.key, revealed=self.revealed)
        )

    def reveal(self) -> None:
        """Record that the answer is known."""
        st.session_state[REVEALED] = {*st.session_state.get(REVEALED, ()), self.key}

    def conceal(self) -> None:
        """Record that the answer is to come again."""
        st.session_state[REVEALED] = {*st.session_state.get(REVEALED, ())} - {self.key}


def asked_by(key: str, moment: Moment, state: State, shown: Shown) -> MomentQuestion:
    """Return a moment's question: its own, one about the next round of the first run that picks rankers, or
    its step's act."""
    t, made = int(state["t"]), None
    if moment.own is not None:
        return MomentQuestion(key, t, to_one(moment.own, t), ClassQuestion(*moment.own.vote))
    if moment.question and shown.trace.boosted and not shown.excerpt:
        run = shown.trace.boosted[0]
        made = predict.question_about(shown, Ask(QUESTIONS[moment.question], run.algorithm, t + 1))
    act = moment.of_step.act if moment.of_step else None
    try:
        to_all = of_act(act) if act else ClassQuestion(*made.vote) if made else None
    except ValueError:  # too long for a class
        to_all = None
    return MomentQuestion(key, t, made, to_all)


def to_one(own: OwnQuestion, t: int) -> Question:
    """Return a presenter's own question at round t as one to a viewer who plays the playlist alone."""

    def why(label: str, right: bool) -> str:
        return f"It is “{label}”. {own.because}".rstrip() if right else ""

    options = tuple(
        Option(label, "", k == own.right, why(label, k == own.right)) for k, label in enumerate(own.options)
    )
    return Question(OWN, "", t, own.prompt, options)
