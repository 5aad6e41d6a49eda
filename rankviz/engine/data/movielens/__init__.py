"""MovieLens ratings."""

from rankviz.engine.data.movielens.reader import (
    read,
    users,
)

__all__ = [
    "read",
    "users",
]
