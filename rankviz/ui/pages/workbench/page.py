"""The page: the algorithms that the workbench offers, and its start."""

from dataclasses import replace

from rankviz.engine.data.builtin.inline import EXAMPLE
from rankviz.ui.pages.workbench.written import source
from rankviz.ui.stage.page import RANKBOOST
from rankviz.ui.state.state import State

ROUNDS = 20
PAGE = replace(RANKBOOST, start=State(rounds=ROUNDS, data=source(EXAMPLE)))
