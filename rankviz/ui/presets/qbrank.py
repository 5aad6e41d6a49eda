"""The moments of the page QBRank: each opens in the round in which its sentence can be seen."""

from rankviz.ui.presets.reading import presets

GLANCE = "tiles:direction.tree.ranking"
"""The initial look of the page: the new tree, its step, and the resulting order."""

MOMENTS = presets("qbrank")
"""The moments in the order of the menu."""

P2_AGAINST_L2 = MOMENTS[0].state.but(t=0, look="")
"""Pairs and labels of the same pages, readable trees, steps of full length."""

WITH_L1 = MOMENTS[1].state.but(t=0, look="")
"""Labels of queries with a single grade as well, as in the paper's experiment. The page opens with this state."""
