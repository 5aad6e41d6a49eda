"""The parts of the drawer: names in the link and titles. Their views import pandas and load when a part is open."""

from collections.abc import Iterable
from pkgutil import resolve_name

from rankviz.engine.runs.round_times import runs_of
from rankviz.insight.explain import explains
from rankviz.insight.explain.kernel import kernel_runs
from rankviz.insight.theory import outer_product
from rankviz.insight.theory.landscapes import slices, whole
from rankviz.ui.details.drawer_figure import DrawerFigure
from rankviz.ui.runs.shown import Shown
from rankviz.ui.state.state import TABS
from rankviz.ui.wings import WINGS

PARTS = {
    "candidates": "Candidates",
    "explain": "Explain",
    "step": "The step",
    "theorems": "Theorems",
    "what-if": "What if",
    "data": "Data",
    "figures": "Figures",
    "rates": "Rates",
    "paper": "The paper",
    "export": "Export and share",
    **{wing.part: wing.title for wing in WINGS if wing.part},
}
"""Name in the link and title."""
BY_STAGE = ("explain", "step", "theorems")
"""Parts that the stage draws (frontend/stage/drawer)."""
OF_WEAK_RANKERS = ("candidates", "explain", "what-if")
"""Parts that need a run that picks weak rankers, and that read every pair of such a run."""
OF_KERNELS = ("step", "rates")
"""Parts that are only about kernel gradient descent."""
FIGURES = (
    DrawerFigure(
        "Landscape",
        lambda shown: (
            not shown.excerpt and (whole.has_landscape(shown.trace) or bool(slices.runs_of(shown.trace)))
        ),
        "rankviz.ui.details.run_figures:landscape_view",
    ),
    DrawerFigure(
        "Weights of items",
        lambda shown: not shown.excerpt and outer_product.has_two_sides(shown.trace),
        "rankviz.ui.details.run_figures:weights_view",
    ),
    *(resolve_name(wing.figure) for wing in WINGS if wing.figure),
    DrawerFigure(
        "Time of a round", lambda shown: bool(runs_of(shown.trace)), "rankviz.ui.details.round_times:view"
    ),
)


def figures(shown: Shown) -> list[DrawerFigure]:
    """Return the figures of a run; for an excerpt none that reads every pair."""
    return [figure for figure in FIGURES if figure.is_there(shown)]


def parts(shown: Shown, *, paper: bool) -> dict[str, str]:
    """Return the parts of the drawer for a run, on a page with or without a paper: name in the link → title."""
    left_out = set() if paper else {"paper"}
    if not shown.trace.boosted or shown.excerpt:
        left_out.update(OF_WEAK_RANKERS)
    if not shown.excerpt and any(explains(run) for run in shown.trace.runs):
        left_out.discard("explain")
    if not kernel_runs(shown.trace):
        left_out.update(OF_KERNELS)
    if not figures(shown):
        left_out.add("figures")
    return {name: title for name, title in PARTS.items() if name not in left_out}


def nearest(name: str, there: Iterable[str]) -> str:
    """Return the part that a link to the part `name` opens: itself or, where this run lacks it, its neighbour."""
    return min(there, key=lambda each: abs(TABS.index(each) - TABS.index(name))) if name else ""
