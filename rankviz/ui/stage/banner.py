"""The line above the stage: the question of the moment, its captions by round, and links to continue."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rankviz.lessons import first_minute, start
from rankviz.lessons.captions import ShownCaption, captions
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.text.translated import translated
from rankviz.ui.presets.on_kernel import moment_of
from rankviz.ui.presets.presets import EXAMPLE, PATIENTS, preset_of
from rankviz.ui.runs import grade_split
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.shell.language import here, said
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import State

FIRST_LESSON = "boosting-by-pairs"
WHY_LESSON = "three-ways-to-count-a-tie"


@dataclass(frozen=True)
class Banner:
    """The topic of a moment; `dataclasses.asdict` turns a banner into plain JSON.

    Attributes
    ----------
    question : one sentence or two; "" for the name of the data.
    captions : in the order of rounds; each stays until the next.
    onward : the labels and addresses of what to open next, once the last caption is shown.
    introduction : the text in the question's place before the first round; "" for the question.
    learn : the label and the address of a newcomer's starting point, next to Step; None for none.
    grows : the board grows with the rounds, for visitors who choose the story (see stage/board/first_visit.js).
    halts : (round, sentence) on runs that end there, in the order of rounds; all that were reached are shown.
    remedies : the labels and names of choices that let those runs continue, and
    why : the label and the address of the explanation; both offered with the first of `halts`.
    """

    question: str
    captions: tuple[ShownCaption, ...] = ()
    onward: tuple[tuple[str, str], ...] = ()
    introduction: str = ""
    learn: tuple[str, str] | None = None
    grows: bool = False
    halts: tuple[tuple[int, str], ...] = ()
    remedies: tuple[tuple[str, str], ...] = ()
    why: tuple[str, str] | None = None

    @property
    def alone(self) -> Banner:
        """Return the banner without links, for saved pages."""
        return replace(self, onward=(), learn=None, remedies=(), why=None)


def banner(state: State, shown: Shown) -> Banner | None:
    """Return the banner of a state and its run; None when the state belongs to no preset and keeps its grades."""
    preset = moment_of(state) or preset_of(state)
    if preset is None:
        divided = grade_split.needed(state, shown.problem)
        return Banner(grade_split.sentence(state, shown.problem)) if divided else None
    further = (
        (said("Why? Lesson {number}", number=list(LESSONS).index(WHY_LESSON) + 1), _lesson(WHY_LESSON)),
        (said("On forty tasks"), address.link({}, "experiments")),
    )
    if preset is not EXAMPLE:
        return Banner(said(preset.title), preset.captions(shown.trace), further if preset is PATIENTS else ())
    return Banner(
        said(preset.text),
        captions(shown.trace, translated(first_minute.CAPTIONS, here())),
        ((said("Now on real data"), address.link(to_link(PATIENTS.state, whole=True))), *further),
        said(first_minute.INTRODUCTION),
        (said(start.LEARN), _lesson(FIRST_LESSON)),
        grows=True,
    )


def _lesson(name: str) -> str:
    return address.link({"lesson": name}, "lessons")
