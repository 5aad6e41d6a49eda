"""The readers of files, each loaded when it is asked for: they bring pandas, which a run without a file never needs."""

from collections.abc import Callable
from pathlib import Path

from rankviz.data.problem import Problem

Reader = Callable[..., Problem]


def letor() -> Reader:
    """Load the reader of LETOR and svmlight files."""
    from rankviz.data.letor import read

    return read


def multilabel() -> Reader:
    """Load the reader of LIBSVM's multilabel files."""
    from rankviz.data.multilabel import read

    return read


def movielens() -> Reader:
    """Load the reader of MovieLens ratings."""
    from rankviz.data.movielens import read

    return read


def table() -> Reader:
    """Load the reader of a table of items with grades or pairs."""
    from rankviz.data.tables import read

    return read


def weak() -> Reader:
    """Load the reader of a table of 0/1 weak rankers with pairs."""
    from rankviz.data.tables import read_weak

    return read_weak


def first_user(path: Path) -> str:
    """Return the first user of a MovieLens file among those to choose from. Raises DataError."""
    from rankviz.data.movielens import users

    return str(users(path)["user"].iloc[0])
