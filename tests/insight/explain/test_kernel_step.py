"""The equations of a kernel step give the engine's numbers, for every loss, schedule and kernel."""

import pytest

import rankviz
from rankviz.insight.explain.kernel import KernelStep, StepNumber

CASES = {
    "least squares": {"loss": "least-squares"},
    "hinge, decaying steps": {"loss": "hinge", "decay": 0.5, "kernel": "laplacian"},
    "logistic, linear": {"loss": "logistic", "kernel": "linear", "regularisation": 0.5},
    "too long": {"loss": "least-squares", "step": 0.4},
}


def parts(t: int, **params: object) -> dict[str, StepNumber]:
    trace = rankviz.trace(rankviz.load("synthetic:moons?n=30"), "kernel-gd", rounds=6, holdout=0.2, **params)
    return {part.words: part for part in KernelStep(trace, trace.runs[0], t).parts()}


@pytest.mark.parametrize("t", [1, 4, 6])
@pytest.mark.parametrize("name", CASES)
def test_each_equation_gives_the_engines_number(name: str, t: int) -> None:
    found = parts(t, **CASES[name])
    assert len(found) == 9
    for words, part in found.items():
        assert part.line.result == pytest.approx(part.value, rel=1e-9, abs=1e-12), words
        assert part.line.values and "nan" not in part.line.values.lower(), words


def test_sampled_pairs_leave_out_what_the_full_slope_decides() -> None:
    found = parts(3, pairs_per_step=20)
    assert not any("coefficient" in words or "distance" in words for words in found)
    assert len(found) == 7


def test_the_values_stand_in_the_equation() -> None:
    found = parts(2, loss="least-squares", regularisation=0.25)
    longest = found["longest step for which the norm provably stays below its limit"]
    assert longest.line.values == r"\frac{1}{4 \cdot 1.000^2 \cdot 2.000 + 0.2500} = 0.1212"
