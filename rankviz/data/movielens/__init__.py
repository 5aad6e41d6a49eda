"""MovieLens ratings."""

from __future__ import annotations

from rankviz.data.movielens.reader import (
    read,
    users,
)

__all__ = [
    "read",
    "users",
]
