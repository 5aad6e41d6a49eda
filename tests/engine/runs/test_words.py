"""What a round is said to do is what it does: each sentence on a negative weight, in every case it has."""

from collections import Counter

import numpy as np

import rankviz
from rankviz.insight.narration import round_in_words
from rankviz.insight.narration.moved import NO_STEP

RUNS = (
    ("bundled:diabetes?items=50", "rb-d,rb-c,rb-plus", 60),
    ("bundled:breast-cancer?items=80", "rb-d,rb-c,rb-plus", 60),
    ("scenario:lemma-3", "rb-d,rb-c,rb-plus", 60),
)


def test_a_negative_weight_is_explained_by_the_shares_and_by_the_weight_that_the_ranker_has() -> None:
    seen: Counter[str] = Counter()
    for data, names, rounds in RUNS:
        trace = rankviz.trace(rankviz.load(data), names.split(","), rounds)
        for run in trace.runs:
            for t in range(1, len(run.alpha) + 1):
                if run.outcome[t - 1] != "finite" or run.combined[t - 1]:
                    continue
                if abs(run.alpha[t - 1]) <= NO_STEP:
                    continue  # no event: tests/insight/narration
                said = " ".join(round_in_words(trace, run, t))
                i, same = t - 1, run.ranker[:t] == run.ranker[t - 1]
                total, alpha = float(np.sum(run.alpha[:t][same])), float(run.alpha[i])
                more = bool(run.eps_reversed[i] > run.eps_correct[i])
                assert ("By weight it reverses more" in said) == (alpha < 0 and more)
                assert ("but its weight makes the pairs it ties cost more" in said) == (
                    alpha < 0 and not more
                )
                assert ("used in reverse" in said) == (alpha < 0 and total < -1e-12)
                assert ("taken back" in said) == (alpha < 0 and total >= -1e-12)
                if alpha < 0:
                    seen[("reverses" if more else "ties") + (" down" if total < -1e-12 else " back")] += 1
    assert seen["reverses down"] and seen["reverses back"] and seen["ties back"], seen
    assert not seen["ties down"], "a ranker that orders more than it reverses keeps a positive weight"
