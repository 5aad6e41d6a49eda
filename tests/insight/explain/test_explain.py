"""From number to equation: every equation, with the values put in, gives the engine's number; every input leads on."""

import math
import re
from itertools import pairwise

import numpy as np
import pytest
from helpers.agreement import graded_problem, problem_of
from helpers.strategies import Case, cases
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.insight.explain import Explanation, explain, menu, run_named, run_names
from rankviz.insight.explain.model import NUMBERS

UNSHRUNK = (Phase.explicit, Phase.generate)
"""Examples are small as they are; shrinking them would take minutes."""

BOOSTED = {name: entry for name, entry in ALGORITHMS.items() if isinstance(entry, Algorithm)}
NAMES = tuple(name for name, entry in BOOSTED.items() if entry.family == "rankboost")
OTHERS = tuple(name for name in BOOSTED if name not in NAMES)


def close(a: float, b: float, scale: float = 1.0) -> bool:
    return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-11 * scale)


def keys_of(trace: rankviz.Trace, run: rankviz.Run, t: int, rng: np.random.Generator) -> list[str]:
    """Every key of a round, with a few pairs, items and rankers."""
    pairs, n = trace.problem.pairs, trace.problem.n_items
    some = [
        f"{kind}:{a}:{b}"
        for a, b in pairs[rng.integers(0, len(pairs), 2)]
        for kind in ("pair", "score", "term")
    ]
    x = int(rng.integers(0, n))
    used = [int(j) for j in run.ranker[:t]][-1:] or [0]
    return [*NUMBERS, *some, f"item:{x}", f"potential:{x}", f"eta:{used[0]}", f"h:{used[0]}:{x}"]


def check(found: Explanation, scale: float) -> None:
    """What every explanation owes to its reader."""
    where = f"{found.key} after round {found.t}"
    assert found.symbol and found.name and found.lines, where
    assert (found.value is None) == (found.text in ("—", "∞", "−∞")) or found.value in (
        math.inf,
        -math.inf,
    ), where
    for text in (found.text, found.full, *found.notes, *(line.values + line.formula for line in found.lines)):
        assert not re.search(r"\bnan\b|\binf\b|None", text), f"{where}: {text}"
    for line in found.lines:
        assert line.formula and line.equation
        assert line.values.count("{") == line.values.count("}") and line.formula.count(
            "{"
        ) == line.formula.count("}")
        if line.result is None or "set by hand" in line.equation:
            continue
        if line.log is not None and found.log is not None:
            assert math.isclose(line.log, found.log, rel_tol=1e-9, abs_tol=1e-9), (
                f"{where}: {line} ≠ {found.log}"
            )
        elif "= -\\sum_x" in line.formula:  # the part of δ that the items give
            continue
        elif found.value is not None:
            assert close(line.result, found.value, scale), (
                f"{where}: {line.equation} {line.result} ≠ {found.value}"
            )


def check_ways_on(trace: rankviz.Trace, run: rankviz.Run, found: Explanation, scale: float) -> None:
    """Inputs and rows can be chosen, and what is then explained has the value that was promised."""
    ways = [*found.inputs, *(way for row in (found.table.rows if found.table else ()) for way in row.links)]
    for way in ways:
        on = explain(trace, run, found.t, way.key)
        check(on, scale)
        if way.value is not None and on.value is not None:
            assert close(way.value, on.value, scale), f"{found.key} → {way.key}: {way.value} ≠ {on.value}"
        assert re.sub(r"@\d+$", "", way.key) == on.key
    if found.table:
        assert found.table.more >= 0
        if found.table.of == "round":
            rounds = [int(row.label.removeprefix("round ")) for row in found.table.rows]
            assert rounds == sorted(rounds)
        else:
            amounts = [abs(row.amount) for row in found.table.rows]
            # In order but for rounding, which would put equal ones in another order in a browser.
            assert all(a >= b - 1e-8 * max(amounts) for a, b in pairwise(amounts))


def scale_of(run: rankviz.Run) -> float:
    return 1.0 + float(np.nansum(np.abs(run.alpha)))


def check_run(trace: rankviz.Trace, run: rankviz.Run, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for t in {0, 1, run.n_rounds, int(rng.integers(0, run.n_rounds + 1)), run.n_rounds + 2}:
        for key in keys_of(trace, run, min(t, run.n_rounds), rng):
            found = explain(trace, run, t, key)
            assert found.t == min(t, run.n_rounds)
            check(found, scale_of(run))
            if t > run.n_rounds:
                assert f"not round {t}" in found.notes[0]
            if rng.integers(0, 4) == 0:
                check_ways_on(trace, run, found, scale_of(run))


@settings(max_examples=40, phases=UNSHRUNK)
@given(cases(), st.sampled_from(["halt", "infinite", "cap", "limit"]), st.booleans(), st.integers(0, 9))
@pytest.mark.slow
def test_every_equation_gives_the_engines_number(
    case: Case, undefined: str, negative: bool, seed: int
) -> None:
    trace = rankviz.trace(problem_of(case), NAMES, rounds=9, undefined=undefined, negative_alpha=negative)
    for run in trace.runs:
        check_run(trace, run, seed)


@settings(max_examples=20, phases=UNSHRUNK)
@given(cases(), st.sampled_from([-0.7, 0.3, None]), st.integers(0, 9))
@pytest.mark.slow
def test_a_number_set_by_hand_is_explained(case: Case, alpha: float | None, seed: int) -> None:
    problem = problem_of(case)
    forks = [Fork(name, 2, 0, alpha) for name in NAMES]
    try:
        trace = rankviz.trace(problem, NAMES, rounds=6, forks=forks)
    except rankviz.DataError:
        return  # the run has no second round
    for run in trace.runs:
        check_run(trace, run, seed)
        if run.fork and run.n_rounds > 1 and run.outcome[1] == "forced":
            assert "by hand" in " ".join(explain(trace, run, 2, "alpha").notes)


@settings(max_examples=40, phases=UNSHRUNK)
@given(cases(), st.sampled_from(["halt", "infinite", "cap", "limit"]), st.booleans(), st.integers(0, 9))
@pytest.mark.slow
def test_every_equation_of_the_other_families_gives_the_engines_number(
    case: Case, undefined: str, constant: bool, seed: int
) -> None:
    problem = problem_of(case)
    if problem.grades is not None and problem.n_queries == 1:
        levels = np.unique(problem.grades)
        problem = problem.two_grades(float(levels[len(levels) // 2]))
    given = {"undefined": undefined, "constant": constant}
    for name in OTHERS:
        taken = {p.name: given[p.name] for p in BOOSTED[name].parameters if p.name in given}
        try:
            trace = rankviz.trace(problem, name, rounds=9, **taken)
        except rankviz.DataError as error:
            assert name == "adaboost", error  # it takes one query of two grades
            continue
        check_run(trace, trace.runs[0], seed)


@pytest.mark.parametrize(
    ("step", "second"), [("closed", "SM (6)"), ("exact", "SM section 4, between (4) and (5)")]
)
def test_both_phases_of_smooth_margin_ranking_are_explained(step: str, second: str) -> None:
    X = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0]], dtype=float)
    problem = rankviz.Problem.from_arrays(X, [1, 1, 1, 0], binary=True)
    trace = rankviz.trace(problem, "smooth-margin", rounds=40, margin_step=step)
    run = trace.runs[0]
    equations = [explain(trace, run, t, "alpha").lines[0].equation for t in range(1, 41)]
    assert set(equations) == {"SM (2)", second}
    for t in range(1, 41):
        for key in ("alpha", "bound", "delta", "smooth_margin"):
            check(explain(trace, run, t, key), scale_of(run))


def graded(rounds: int = 12) -> rankviz.Trace:
    return rankviz.trace(graded_problem(30, 3, 5), NAMES, rounds=rounds)


@pytest.mark.slow
def test_every_number_of_a_long_run_can_be_followed_down() -> None:
    trace = graded(200)
    for run in trace.runs:
        for t in (1, 40, run.n_rounds):
            for key in (
                *NUMBERS,
                "item:3",
                "potential:3",
                f"pair:{trace.problem.pairs[0][0]}:{trace.problem.pairs[0][1]}",
            ):
                found = explain(trace, run, t, key)
                check(found, scale_of(run))
                check_ways_on(trace, run, found, scale_of(run))


def test_from_alpha_down_to_a_feature() -> None:
    trace = graded()
    run = trace.run("rb-d")
    top = explain(trace, run, 5, "alpha")
    assert top.lines[0].equation == "RB+ (14)" and top.value == run.alpha[4]
    eps = explain(trace, run, 5, next(way.key for way in top.inputs if way.symbol == "ε⁺"))
    assert eps.table is not None and eps.table.more > 0
    pair = explain(trace, run, 5, eps.table.rows[0].links[0].key)
    assert pair.t == 4 and pair.key.startswith("pair:")
    says = explain(trace, run, pair.t, next(way.key for way in pair.inputs if way.symbol == "h(x′)"))
    assert says.value in (0.0, 1.0) and ">" in says.lines[0].values
    weights = trace.weights(run, 4)
    order = np.argsort(-weights[says_correct(trace, run, 5)])[:3]
    assert eps.table.rows[0].amount == pytest.approx(weights[says_correct(trace, run, 5)][order[0]])


def says_correct(trace: rankviz.Trace, run: rankviz.Run, t: int) -> np.ndarray:
    h, pairs = trace.pool.output(int(run.ranker[t - 1])).astype(int), trace.problem.pairs
    return h[pairs[:, 0]] > h[pairs[:, 1]]


def test_a_missing_value_lies_below_every_threshold() -> None:
    problem = rankviz.Problem.from_arrays([[np.nan], [1.0], [2.0]], [0, 1, 2])
    trace = rankviz.trace(problem, "rb-c", rounds=1)
    found = explain(trace, trace.runs[0], 1, "h:0:0")
    assert found.value == 0.0 and "missing" in found.notes[0]


def test_the_equations_are_each_algorithms_own() -> None:
    trace = graded()
    alphas = {run.algorithm: explain(trace, run, 2, "alpha").lines[0].equation for run in trace.runs}
    papers = {"rb-d": "RB+ (14)", "rb-c": "RB+ (19)", "rb-plus": "RB+ (34)", "rb-plus-optimal": "RB+ (34)"}
    assert {name: alphas[name] for name in papers} == papers
    bounds = {run.algorithm: explain(trace, run, 2, "bound").lines[0].equation for run in trace.runs}
    assert bounds["rb-c"] == "RB+ (18), (19)" and bounds["rb-plus"] == "RB+ (35)"


def test_full_precision_on_demand() -> None:
    trace = graded()
    run = trace.run("rb-plus")
    short, whole = (explain(trace, run, 3, "z", digits) for digits in (4, 17))
    assert whole.full == repr(float(run.z[2])) and len(short.text) < 8
    assert repr(float(run.eps_correct[2])) in whole.lines[0].values
    assert repr(float(run.eps_correct[2])) not in short.lines[0].values


def test_the_start_says_that_nothing_is_chosen_yet() -> None:
    trace = graded()
    for key in ("alpha", "z", "eps_tied", "delta", "tie_factor", "alpha_prior"):
        found = explain(trace, trace.run("rb-plus"), 0, key)
        assert found.value is None and found.text == "—" and "Before round 1" in found.notes[0]
    assert explain(trace, trace.run("rb-d"), 0, "r1").value == 1.0
    assert explain(trace, trace.run("rb-d"), 0, "e1").value == 1.0


@pytest.mark.parametrize(("answers", "text"), [("10", "∞"), ("01", "−∞")])
def test_an_infinite_weight_has_its_sign(answers: str, text: str) -> None:
    problem = rankviz.load(f"inline:?items=a,b&h1={answers}&pairs=a>b")
    run = rankviz.trace(problem, "rb-d", rounds=1, undefined="infinite")
    assert explain(run, run.runs[0], 1, "alpha").text == text


def test_an_infinite_and_a_capped_weight_are_named() -> None:
    problem = rankviz.load("scenario:lemma-1?n=4")
    run = rankviz.trace(problem, "rb-d", rounds=9, undefined="infinite")
    found = explain(run, run.runs[0], run.runs[0].n_rounds, "alpha")
    assert found.value is None and found.text == "∞" and "Lemma 1" in " ".join(found.notes)
    run = rankviz.trace(problem, "rb-d", rounds=9, undefined="cap")
    at = run.runs[0].outcome.index("capped") + 1
    found = explain(run, run.runs[0], at, "alpha")
    assert found.value == 10.0 and "Lemma 2" in " ".join(found.notes)


def test_a_combined_round_is_explained_as_one() -> None:
    rng = np.random.default_rng(2)
    X = rng.integers(0, 2, (6, 9)).astype(float)
    problem = rankviz.Problem.from_arrays(X, rng.integers(0, 3, 6).astype(float), binary=True)
    trace = rankviz.trace(problem, "rb-plus-optimal", rounds=60)
    run = trace.runs[0]
    assert run.combined.any()
    t = int(np.flatnonzero(run.combined)[0]) + 1
    assert "depends" in " ".join(explain(trace, run, t, "alpha").notes)
    assert explain(trace, run, t, "tie_factor").value is None
    for at in (t, t + 1, run.n_rounds):
        for key in keys_of(trace, run, at, rng):
            check(explain(trace, run, at, key), scale_of(run))


@pytest.mark.parametrize("name", NAMES)
def test_a_bound_that_a_weight_set_by_hand_ended_says_so(name: str) -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), name, rounds=4, forks=[Fork(name, 1, None, 0.4)])
    found = explain(trace, trace.runs[-1], 2, "bound")
    assert not trace.runs[-1].combined.any()
    assert found.value is None and found.notes == (
        "The bound ended with a weight that was set by hand: nothing is promised about such a step.",
    )


def test_a_stopped_run_says_so() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=9)
    run = trace.runs[0]
    found = explain(trace, run, 9, "alpha")
    assert (
        found.t == run.n_rounds
        and "stopped after round 1" in found.notes[0]
        and "not round 9" in found.notes[0]
    )


@pytest.mark.parametrize(
    "key",
    [
        "",
        "nothing",
        "pair:1",
        "pair:0:99999",
        "item:99999",
        "eta:99999",
        "h:0:99999",
        "alpha:1",
        "item:-1",
        "z@x",
    ],
)
def test_a_key_that_names_nothing_is_refused_in_a_sentence(key: str) -> None:
    trace = graded()
    with pytest.raises(rankviz.DataError):
        explain(trace, trace.run("rb-d"), 2, key)


def test_the_menu_and_the_names_of_runs() -> None:
    trace = graded(2)
    assert list(run_names(trace)) == list(NAMES)
    assert run_named(trace, "rb-c") is trace.run("rb-c")
    with pytest.raises(rankviz.DataError):
        run_named(trace, "rb-x")
    assert "r" in menu(trace.run("rb-c")) and "r" not in menu(trace.run("rb-d"))
    boosted = {name for name, entry in ALGORITHMS.items() if isinstance(entry, Algorithm)}
    assert {*NAMES, "smooth-margin", "adaboost"} == boosted  # all of them are explained
