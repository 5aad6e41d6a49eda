"""The boards: the contents of the stage on each page with a run, by the names that links and saved pages write."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Board:
    """The contents of a stage.

    Attributes
    ----------
    name : of the stage's layout (stage/layouts/layouts.js).
    page : the last part of the address of the page that shows it, and the name of that page's file.
    title : the page's name on screen.
    tiles : name of each tile and its heading, in reading order.
    pictures : the panel data that its tiles need besides what every run has (`rankviz.board.panels`).
    """

    name: str
    page: str
    title: str
    tiles: Mapping[str, str] = field(hash=False)
    pictures: tuple[str, ...] = ()


WATCH = Board(
    "watch",
    "watch",
    "Watch",
    {
        "pick": "The pick",
        "ranking": "Ranking",
        "ties": "Ties",
        "losses": "Loss and bound",
        "code": "One round as code",
        "pairs": "Pair weights",
        "margins": "Margins",
        "weights": "Ensemble weights",
        "tree": "Tree",
    },
)
MARGINS = Board(
    "margins",
    "margins",
    "Margins",
    {
        "smooth": "Margin and smooth margin",
        "pairs": "Pair weights",
        "weights": "Shares of Σα",
        "progress": "Theorem 2",
        "hardest": "Hardest pairs",
        "step": "The step",
        "ranking": "Ranking",
        "margins": "Margins",
        "loss": "Ê1 = F̃/m",
    },
    ("margins",),
)
SKEW = Board(
    "skew",
    "margins",
    "Margins",
    {
        "skew": "F̃, F-skew and AUC",
        "loss": "Ê1 = F̃/m",
        "weights": "Ensemble weights",
        "ranking": "Ranking",
        "margins": "Margins",
    },
    ("margins",),
)
QBRANK = Board(
    "qbrank",
    "qbrank",
    "QBRank",
    {
        "direction": "Risk along the new tree",
        "tree": "Tree",
        "risk": "Risk",
        "targets": "Targets",
        "worth": "DCG and NDCG",
        "precision": "Precision at K %",
        "ranking": "Ranking",
    },
    ("qbrank",),
)
KERNEL = Board(
    "kernel",
    "kernel",
    "Kernel",
    {
        "surface": "The score, a landscape",
        "risk": "Risk and error",
        "norm": "Norm and step",
        "losses": "Three losses",
        "coefficients": "Coefficients",
        "ranking": "Ranking",
    },
    ("kernel",),
)

BOARDS = {board.name: board for board in (WATCH, MARGINS, SKEW, QBRANK, KERNEL)}
PAGES = {board.page: board.title for board in BOARDS.values()}
"""The pages that show a run: title by the last part of the address, the app's first page first."""
TILES = tuple(dict.fromkeys(name for board in BOARDS.values() for name in board.tiles))
"""The names of all tiles, each once."""
