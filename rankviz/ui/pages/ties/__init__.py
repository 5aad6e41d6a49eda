"""The page Ties in a run, and what it adds to the drawer of a stage."""

from rankviz.engine.data.whole_grades import has_whole_grades
from rankviz.ui.details.drawer_figure import DrawerFigure

FIGURE = DrawerFigure(
    "Ties and measures",
    lambda shown: has_whole_grades(shown.trace.problem),
    "rankviz.ui.pages.ties.drawer_figure:view",
)
