"""LETOR and svmlight files."""

from rankviz.engine.data.letor.groups import companions
from rankviz.engine.data.letor.reader import (
    queries,
    read,
)

__all__ = [
    "companions",
    "queries",
    "read",
]
