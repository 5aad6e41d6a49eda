"""The page of the kernel method: what it opens with and what stands on its stage."""

from __future__ import annotations

from rankviz.ui.stage.page import StagePage
from rankviz.ui.state.state import State

START = State(data="synthetic:moons?n=160", alg=("rb-c", "kernel-gd"), loss="least-squares", rounds=120, t=20)
"""Two moons: no weighted sum of the features orders them, so the landscape has to bend."""

PAGE = StagePage("kernel", START, ("kernel-gd", "rb-d", "rb-c", "rb-plus", "adaboost"), "kernel", ("kernel",))
