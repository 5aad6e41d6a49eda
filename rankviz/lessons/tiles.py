"""The tiles of the stage by name, with their headings: what a step may show and a moment may hide."""

from __future__ import annotations

TILES: dict[str, dict[str, str]] = {
    "watch": {
        "pick": "The pick",
        "ranking": "Ranking",
        "losses": "Loss and bound",
        "ties": "Ties",
        "pairs": "Pair weights",
        "margins": "Margins",
        "weights": "Ensemble weights",
        "code": "One round as code",
    },
    "margins": {
        "smooth": "Margin and smooth margin",
        "pairs": "Pair weights",
        "weights": "Weights λ",
        "progress": "Theorem 2",
        "hardest": "Hardest pairs",
        "step": "The step",
        "ranking": "Ranking",
        "margins": "Margins",
        "loss": "Ê1 = F̃/m",
    },
    "skew": {
        "skew": "F̃, F-skew and AUC",
        "loss": "Ê1 = F̃/m",
        "weights": "Ensemble weights",
        "ranking": "Ranking",
        "margins": "Margins",
    },
    "qbrank": {
        "direction": "Risk along the new tree",
        "tree": "Tree",
        "risk": "Risk",
        "targets": "Targets",
        "worth": "DCG and NDCG",
        "precision": "Precision at K %",
        "ranking": "Ranking",
    },
    "kernel": {
        "surface": "The score, a landscape",
        "risk": "Risk and error",
        "norm": "Norm and step",
        "losses": "Three losses",
        "coefficients": "Coefficients",
        "ranking": "Ranking",
    },
}
"""By layout (stage/layouts.js), in the order of the board."""

NAMES = tuple(dict.fromkeys(name for board in TILES.values() for name in board))
"""The names of all tiles, each once."""
