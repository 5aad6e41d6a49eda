"""Output of `--out` for a paper: a round as LaTeX, or a script that repeats the run and checks it."""

from collections.abc import Callable

from rankviz.engine.errors import DataError
from rankviz.engine.runs.checked_script import script
from rankviz.engine.runs.spec import of_trace
from rankviz.engine.runs.trace import Trace
from rankviz.insight.explain.paper.worked_example import worked_example


def _round(trace: Trace, t: int) -> str:
    spec = of_trace(trace)
    return worked_example(trace, t, command=spec.command("run.json") if spec else "")


def _script(trace: Trace, t: int) -> str:
    spec = of_trace(trace)
    if spec is None:
        raise DataError("No SOURCE names this run, so no script can repeat it", remedy="Write it as .json")
    return script(trace, spec)


WRITERS: dict[str, Callable[[Trace, int], str]] = {".tex": _round, ".py": _script}
"""The writer by the ending of the file; each gets the trace and a round."""
