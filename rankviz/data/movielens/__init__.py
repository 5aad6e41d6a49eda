"""MovieLens ratings."""

from rankviz.data.movielens.reader import (
    read,
    users,
)

__all__ = [
    "read",
    "users",
]
