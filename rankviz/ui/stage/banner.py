"""The line above the stage: the question of the moment, its captions by round, and where to go on."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.lessons import first_minute
from rankviz.ui.presets.on_kernel import moment_of
from rankviz.ui.presets.presets import EXAMPLE, preset_of
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import State

ONWARD = "Now on real data"
REAL = State(t=0)
"""The state to which the example leads: real patients, before the first round."""


@dataclass(frozen=True)
class Banner:
    """The topic of a moment; `dataclasses.asdict` turns a banner into plain JSON.

    Attributes
    ----------
    question : one sentence or two, never empty.
    captions : (round, text) in the order of rounds; each holds on until the next.
    onward : the label and the address of what to open next, or None.
    """

    question: str
    captions: tuple[tuple[int, str], ...] = ()
    onward: tuple[str, str] | None = None


def banner(state: State, shown: Shown) -> Banner | None:
    """Return the banner of a state and its run; None when the state belongs to no preset."""
    preset = moment_of(state) or preset_of(state)
    if preset is None:
        return None
    if preset is not EXAMPLE:
        return Banner(preset.text)
    onward = ONWARD, address.link(to_link(REAL, whole=True))
    return Banner(preset.text, first_minute.captions(shown.trace), onward)
