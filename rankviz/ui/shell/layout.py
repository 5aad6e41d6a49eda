"""The common parts of all pages: their files, the name and the icon."""

from urllib.parse import quote

from rankviz.engine import boards
from rankviz.ui.serving import frontend


def file(page: str) -> str:
    """Return the script of a page, by the last part of its address."""
    return f"pages/{page}.py"


WATCH = file(boards.WATCH.page)
MARGINS = file(boards.MARGINS.page)
QBRANK = file(boards.QBRANK.page)
KERNEL = file(boards.KERNEL.page)
DATA = "pages/data.py"
EXPERIMENTS = "pages/experiments.py"
START = "pages/start.py"
GALLERY = "pages/gallery.py"
LESSONS = "pages/lessons.py"
PLAYLISTS = "pages/playlists.py"
WORKBENCH = "pages/workbench.py"
TIES = "pages/ties.py"
ARENA = "pages/arena.py"
REFERENCE = "pages/reference.py"

PAGES = {
    START: ("Start", "Moments to begin with: each opens a board at a round that shows something."),
    LESSONS: ("Lessons", "Lessons with predictions and tasks, and challenges."),
    PLAYLISTS: (
        "Playlists",
        "Moments in an order of your own, with notes and questions, alone or with a class.",
    ),
    GALLERY: ("Gallery", "The papers' claims and counterexamples, with sliders that reach where they fail."),
    WATCH: (
        boards.WATCH.title,
        "Boosting round by round: ranking, loss and bound, ties, pair weights, margins, ensemble weights.",
    ),
    MARGINS: (
        boards.MARGINS.title,
        "Smooth Margin Ranking and AdaBoost: the margins of pairs, and the largest that can be reached.",
    ),
    QBRANK: (
        boards.QBRANK.title,
        "Boosted trees that learn from preferences and labels, beside GBT and RankSVM.",
    ),
    KERNEL: (
        boards.KERNEL.title,
        "Kernel gradient descent for two classes: the function, its steps and its norm.",
    ),
    ARENA: ("Arena", "Leaderboards of chatbots from votes: drag what a tie is worth, and ranks change."),
    DATA: ("Data", "The items, features, grades and pairs of your own data or of examples."),
    WORKBENCH: ("Workbench", "Build data by hand, and see at once what boosting learns from them."),
    EXPERIMENTS: (
        "Experiments",
        "Compare algorithms over many tasks by cross-validation, with tests of significance.",
    ),
    TIES: ("Ties in a run", "How the order of equal scores changes NDCG, MAP and MRR of any program's run."),
    REFERENCE: ("Reference", "All symbols and equations, with reasons and numbers, and this search."),
}
"""The pages' titles, and in a sentence what each is for."""


def logo() -> str:
    """Return the name with three bars, the longest on top, as SVG."""
    return frontend.text("icons/logo.svg")


def icon() -> str:
    """Return the page's icon, the three bars, as an address that needs no server."""
    return "data:image/svg+xml," + quote(frontend.text("icons/icon.svg").strip())
