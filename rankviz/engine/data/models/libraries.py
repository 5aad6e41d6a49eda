"""The libraries themselves, imported only when one of their contenders, or a ranker trained on the spot, needs them."""

import importlib
import importlib.util
from typing import Any

from rankviz.engine.errors import DataError

LABELS = {"lightgbm": "LightGBM", "xgboost": "XGBoost", "catboost": "CatBoost"}
"""The package of each library, and its name on screen."""

INSTALL = 'pip install "rankviz[peers]"'


def require(package: str) -> None:
    """Raise DataError, with the install command, when a library is missing."""
    if importlib.util.find_spec(package) is None:
        raise DataError(f"{LABELS[package]} is not installed", remedy=f"Install it with: {INSTALL}")


def library(package: str) -> Any:
    """Return the library. Raises DataError, with the install command, when it is missing."""
    require(package)
    return importlib.import_module(package)
