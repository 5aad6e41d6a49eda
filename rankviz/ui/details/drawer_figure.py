"""A figure of the drawer's part *Figures*, which no tile of the stage shows."""

from collections.abc import Callable
from dataclasses import dataclass

from rankviz.ui.runs.shown import Shown


@dataclass(frozen=True)
class DrawerFigure:
    """A figure that some runs have.

    `view` is the place "module:name" of a function, imported when the figure is chosen. It shows the figure's menus and
    returns, for a run and a round, the Plotly figure, the findings below it as Markdown and how to read it.
    """

    title: str
    is_there: Callable[[Shown], bool]
    view: str
