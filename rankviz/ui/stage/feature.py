"""A feature of a page with a stage: what it gives the stage, and what happens when the stage answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rankviz.board.offline.page import Looks
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import language
from rankviz.ui.stage.banner import Banner
from rankviz.ui.stage.halted import with_halts
from rankviz.ui.stage.page import StagePage
from rankviz.ui.stage.stage_settings import looks
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class StageView:
    """A run on the stage of a page, as the state shows it."""

    state: State
    shown: Shown
    page: StagePage

    @cached_property
    def banner(self) -> Banner | None:
        """The line above the stage, with a sentence on each run that ended early."""
        return with_halts(self.page.banner_of(self.state, self.shown), self.state, self.shown)

    @property
    def looks(self) -> Looks:
        """The same view on a page that links nowhere else."""
        above, t = self.banner and self.banner.alone, int(self.state["t"])
        found = looks(self.page.board, self.state, self.shown.trace, t, above)
        return replace(found, language=language.for_page())


@dataclass(frozen=True)
class Offer:
    """A feature's part of a stage.

    Attributes
    ----------
    data : what the stage is given (stage/control/page.js: StageData).
    settings : what it shows, and how (stage/control/view.js: Settings).
    on : by the name of an answer of the stage, the function that is called with it.
    below : what is shown below the stage.
    """

    data: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    on: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    below: tuple[Callable[[], object], ...] = ()

    def __or__(self, other: Offer) -> Offer:
        """Return both offers as one; where both name something, the other one's counts."""
        return Offer(
            {**self.data, **other.data},
            {**self.settings, **other.settings},
            {**self.on, **other.on},
            self.below + other.below,
        )


Feature = Callable[[StageView], Offer]
