"""States from which pages and presets begin."""

from rankviz.ui.state.state import State

RINGS = State(data="synthetic:rings?n=160", alg=("rb-c", "kernel-gd"), loss="least-squares", rounds=60, t=10)
"""A disc in a ring, from a law whose best score is known: one step makes the landscape round."""

CYCLE = State(
    data="scenario:margin-cycle",
    alg=("smooth-margin", "rb-d"),
    negative_alpha=False,
    rounds=300,
    holdout=0,
    t=5,
)
"""RankBoost in a circle, below the largest margin; in the next round Smooth Margin Ranking leaves it."""

SKEW = State(data="scenario:skew", alg=("rb-d", "adaboost"), rounds=60, holdout=0, t=60)
"""Few ill, many well: AdaBoost with its constant classifier next to RankBoost."""
