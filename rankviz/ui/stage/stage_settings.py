"""A state's settings of its stage: the scale, and the chart made for a preset's sentence; and its look on a page."""

from dataclasses import asdict

from rankviz.board.offline.page import Looks
from rankviz.engine.boards import Board
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.presets.preset import ring_of
from rankviz.ui.presets.presets import preset_of
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.state import SCALES, State


def settings(state: State, trace: Trace) -> dict[str, object]:
    """Return the settings of the stage (view.js: Settings).

    A preset's chart belongs to the look that rings it: an older link, with another look, shows what it showed.
    """
    found: dict[str, object] = {"log": SCALES[str(state["scale"])]}
    preset = preset_of(state)
    if preset is None or preset.figure is None or not ring_of(str(state["look"])):
        return found
    return found | {"chart": preset.figure.settings(Facts(trace, int(state["t"])))["chart"]}


def looks(board: Board, state: State, trace: Trace, t: int, above: Banner | None) -> Looks:
    """Return how a page by itself opens with the run, at round t."""
    shown = {**settings(state, trace), "look": str(state["look"])}
    return Looks(board.name, t, shown, None if above is None else asdict(above))
