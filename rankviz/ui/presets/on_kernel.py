"""Moments of kernel gradient descent: each opens in the round in which its sentence can be seen."""

from rankviz.ui.presets.presets import PRESETS, Preset
from rankviz.ui.presets.reading import presets
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

GLANCE = "tiles:surface.risk.ranking"
"""The initial look of the page: the landscape, its loss, and the resulting order."""

BEND, EARLY, TIGHT, FEW = presets("kernel")
MOMENTS = (BEND, *(preset for preset in PRESETS if preset.page == layout.KERNEL), EARLY, TIGHT, FEW)
"""The moments in the order of the menu."""


def moment_of(state: State) -> Preset | None:
    """Return the moment with the same data, algorithms and parameters, whatever the round; or None."""
    return next((moment for moment in MOMENTS if _same(moment.state, state)), None)


def _same(moment: State, state: State) -> bool:
    names = ("data", "alg", "seed", "positive", "holdout")
    return all(moment[name] == state[name] for name in names) and moment.parameters() == state.parameters()
