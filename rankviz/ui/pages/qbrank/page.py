"""The page on general boosting: what it opens with and what stands on its stage."""

from rankviz.engine.boards import QBRANK
from rankviz.ui.presets.qbrank import GLANCE, WITH_L1
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage.page import StagePage
from rankviz.ui.state.state import State


def _paper(state: State, shown: Shown) -> None:
    # Only now: pandas and Plotly take half as long to load as the engine.
    from rankviz.ui.pages.qbrank.paper import paper

    paper(state, shown)


PAGE = StagePage(
    "qbrank",
    WITH_L1.but(t=1, look=GLANCE),  # the first tree is there to be seen
    ("qbrank", "gbt", "ranksvm", "rb-d", "rb-plus", "own"),
    QBRANK,
    knobs=("w", "tau", "eta"),
    paper=_paper,
)
