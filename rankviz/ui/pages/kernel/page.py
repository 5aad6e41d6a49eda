"""The page of the kernel method: its start, its board, and its visible parameters."""

from rankviz.engine.boards import KERNEL
from rankviz.ui.presets.on_kernel import GLANCE
from rankviz.ui.presets.starts import RINGS
from rankviz.ui.stage.page import StagePage

PAGE = StagePage(
    "kernel",
    RINGS.but(look=GLANCE),
    ("kernel-gd", "rb-d", "rb-c", "rb-plus", "adaboost"),
    KERNEL,
    in_sight=("regularisation", "width", "step", "decay", "loss", "kernel"),
)
