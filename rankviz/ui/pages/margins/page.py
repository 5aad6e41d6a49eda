"""The page of margins: its start and its board."""

from dataclasses import replace

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.boards import MARGINS, SKEW
from rankviz.ui.pages.margins.moments import GLANCE, moment_of
from rankviz.ui.presets.starts import CYCLE
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage.page import StagePage
from rankviz.ui.state.state import State


def _paper(state: State, shown: Shown) -> None:
    # Only now: a page in a browser has the contents of the stage, but not Streamlit.
    from rankviz.ui.pages.margins.paper import paper

    paper(state, shown)


def _page_of(state: State) -> StagePage:
    """Return the page for a state: with AdaBoost's board where AdaBoost runs, and the banner of the moment."""
    moment = moment_of(state)
    return replace(
        PAGE,
        board=SKEW if any(ALGORITHMS[name].board is SKEW for name in state.algorithms()) else MARGINS,
        banner=None if moment is None else moment.banner,
    )


PAGE = StagePage(
    "margins",
    CYCLE.but(look=GLANCE),
    ("smooth-margin", "adaboost", "rb-d", "rb-c", "rb-plus"),
    MARGINS,
    paper=_paper,
    by_state=_page_of,
)
