"""LETOR and svmlight files."""

from rankviz.data.letor.groups import companions
from rankviz.data.letor.reader import (
    queries,
    read,
)

__all__ = [
    "companions",
    "queries",
    "read",
]
