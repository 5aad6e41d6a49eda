"""The parts of the drawer: names in the link and titles. Their views bring pandas and load when a part is open."""

from rankviz.explain import explains
from rankviz.explain.kernel import kernel_runs
from rankviz.ui.runs.shown import Shown

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
    "class": "Class",
}
"""Name in the link and title."""
BY_STAGE = ("explain", "step", "theorems")
"""Parts that the stage draws (frontend/stage/drawer)."""
OF_WEAK_RANKERS = ("candidates", "explain", "what-if")
"""Parts that need a run that picks weak rankers, and that read every pair of such a run."""


OF_KERNELS = ("step", "rates")
"""Parts about kernel gradient descent alone."""


def parts(shown: Shown, *, paper: bool) -> dict[str, str]:
    """Return the parts of the drawer for a run, on a page with or without a paper: name in the link → title."""
    left_out = set() if paper else {"paper"}
    if not shown.trace.boosted or shown.excerpt:
        left_out.update(OF_WEAK_RANKERS)
    if not shown.excerpt and any(explains(run) for run in shown.trace.runs):
        left_out.discard("explain")
    if not kernel_runs(shown.trace):
        left_out.update(OF_KERNELS)
    return {name: title for name, title in PARTS.items() if name not in left_out}
