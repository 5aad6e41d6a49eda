"""A run's name on the screen, where a policy has a word; its label, which files have, names parameter and value."""

from rankviz.engine.algorithms.contenders import contender
from rankviz.engine.runs.run import RunBase


def on_screen(run: RunBase) -> str:
    """Return the run's name as pages show it."""
    return contender(run.contender, {}).on_screen + ("" if run.fork is None else ", what if")
