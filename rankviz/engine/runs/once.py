"""Results that are computed once per run, and cached only as long as the run exists."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from rankviz.engine.runs.trace import Run

P = ParamSpec("P")
T = TypeVar("T")

_PLACE = "_worked_out"


def once_a_run(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the result of a function of a run, its last argument, in that run.

    A separate cache would hold the run and its data after the caches with a limit have dropped them.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        run = args[-1]
        assert isinstance(run, Run)
        found = vars(run).setdefault(_PLACE, {})
        if name not in found:
            found[name] = function(*args, **kwargs)
        return found[name]

    return call
