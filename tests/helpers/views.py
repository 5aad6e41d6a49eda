"""What is seen of a run, without a NaN anywhere: words, scores, weights and candidates of its rounds, JSON, figures."""

import json
import re
from typing import Any

import numpy as np
import pytest

import rankviz
from rankviz.engine.runs import candidates, export
from rankviz.insight.narration import round_in_words


def check_rounds(trace: rankviz.Trace, run: rankviz.Run) -> None:
    """Sentences are whole, scores finite, weights a distribution (none at all where no pair is learned)."""
    boosted = isinstance(run, rankviz.BoostedRun)
    for t in range(run.n_rounds + 1):
        sentences = round_in_words(trace, run, t)
        assert sentences and not any(re.search(r"\bnan\b|\binf\b|None", sentence) for sentence in sentences)
        assert np.isfinite(trace.scores(run, t)).all()
        weight = trace.weights(run, t)
        assert weight.shape == (trace.problem.n_pairs,) and (weight >= 0).all()
        assert weight.sum() == pytest.approx(1.0) or not (boosted or weight.any())
        if boosted and t:
            table = candidates.table(trace, run, t, limit=4)
            assert table["chosen"].sum() == 1
            assert table["ranker"][table["chosen"]].item() == trace.pool.label(int(run.ranker[t - 1]))


def finite_json(made: Any) -> dict[str, Any]:
    """A trace or a figure as JSON, in which every number is one."""
    text = export.to_json(made) if isinstance(made, rankviz.Trace) else made.to_json()
    return json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} in the JSON"))
