"""The worker's answers to the page, by the engine.

A question and its answer are JSON; the bytes of a run travel with the answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rankviz.engine.errors import DataError
from rankviz.site.playground import link_answers, run_answers, saved_moments
from rankviz.site.playground.computed_run import RunBuilder


def _claim(runs: RunBuilder, name: str, link: str) -> dict[str, Any]:
    """Return a claim at the options of a link: the markup that changes, the values, and the link of its run."""
    # Here, because a page that only shows runs need not wait for all claims.
    from rankviz.site.playground import claims

    return claims.answered(name, link)


ANSWERS: dict[str, Callable[..., Any]] = {
    **link_answers.ANSWERS,
    **run_answers.ANSWERS,
    **saved_moments.ANSWERS,
    "claim": _claim,
}
"""By name, the function that answers from the page's runs and the question's fields, with or without bytes."""


class PlaygroundApi:
    """One page's engine: it remembers the run shown. `progress` is called with the share of a run that is done."""

    def __init__(self, progress: Callable[[float], object] = lambda share: None) -> None:
        self._runs = RunBuilder(progress)

    def answer(self, text: str) -> tuple[str, bytes]:
        """Answer a question; a DataError becomes the answer {"refused": sentence}."""
        question: dict[str, Any] = json.loads(text)
        try:
            found = ANSWERS[question.pop("ask")](self._runs, **question)
        except DataError as error:
            found = {"refused": str(error)}
        answer, pack = found if isinstance(found, tuple) else (found, b"")
        return json.dumps(answer), pack
