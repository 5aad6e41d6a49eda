"""The page on general boosting: what it opens with and what stands on its stage."""

from __future__ import annotations

from rankviz.ui.stage.page import StagePage
from rankviz.ui.state.state import State

PAGE = StagePage(
    "qbrank",
    State(
        data="synthetic:single-grade?seed=2",
        alg=("qbrank", "gbt", "ranksvm"),
        rounds=60,
        holdout=30,
        labels="single",
        t=5,
    ),
    ("qbrank", "gbt", "ranksvm", "rb-d", "rb-plus"),
    "qbrank",
    ("qbrank",),
)
