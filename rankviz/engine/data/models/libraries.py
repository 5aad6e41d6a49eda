"""The libraries themselves: found only when a contender of theirs, or a ranker trained on the spot, is asked for."""

import importlib
import importlib.util
from typing import Any

from rankviz.engine.errors import DataError

LABELS = {"lightgbm": "LightGBM", "xgboost": "XGBoost", "catboost": "CatBoost"}
"""The package of each library, and its name on screen."""

INSTALL = 'pip install "rankviz[peers]"'


def require(package: str) -> None:
    """Raise DataError, which says what to install, when a library is not there."""
    if importlib.util.find_spec(package) is None:
        raise DataError(f"{LABELS[package]} is not installed", remedy=f"Install it with: {INSTALL}")


def library(package: str) -> Any:
    """The library itself. Raises DataError, which says what to install, when it is not there."""
    require(package)
    return importlib.import_module(package)
