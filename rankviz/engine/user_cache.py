"""The user's cache folder, the same for compiled kernels, parsed files and results."""

import os
from pathlib import Path


def user_cache() -> Path | None:
    """Return XDG_CACHE_HOME, else :func:`home_cache`."""
    wish = os.environ.get("XDG_CACHE_HOME", "")
    return Path(wish) if wish else home_cache()


def home_cache() -> Path | None:
    """Return `~/.cache`; None for a user with neither HOME nor a passwd entry."""
    try:
        return Path("~/.cache").expanduser()
    except RuntimeError:
        return None
