"""The libraries themselves: found only when a model or a contender of theirs is asked for."""

import contextlib
import importlib
import importlib.util
import sys
import threading
from typing import Any

from rankviz.errors import DataError

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


def load_early(package: str) -> None:
    """Begin to load a library beside: that takes a second or two, and the data of its model are still to come."""

    def load() -> None:
        with contextlib.suppress(Exception):  # whoever needs it is told
            importlib.import_module(package)

    if package not in sys.modules and importlib.util.find_spec(package) is not None:
        threading.Thread(target=load, name="rankviz-library", daemon=True).start()
