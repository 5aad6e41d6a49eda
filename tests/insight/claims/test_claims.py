"""Every claim of the gallery, proved at every setting tried; against the paper's formulas and the engine's twin."""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest
from helpers.claims import EVERY, chosen, every_claim
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from twins.rankboost import Items, boost, log_f1, log_f2, pair_matrix

from rankviz.cli import main
from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.data import sources
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import Trace
from rankviz.insight import reference
from rankviz.insight.claims import CLAIMS, Claim, battles, compare, find, text, undefined
from rankviz.insight.claims.claim import ends, run_of
from rankviz.insight.claims.copies import least_loss
from rankviz.insight.claims.cycles import disjoint_cycles
from rankviz.insight.theory import minimum
from rankviz.ui.state.run_spec import of_state, to_state

pytestmark = pytest.mark.usefixtures("proofs_once", "runs_once")

ASKED = (
    "proposition-1",
    "proposition-3",
    "best-order",
    "slope-or-step",
    "adaboost-one-order",
    "interaction",
    "lemma-1",
    "lemma-2",
    "lemma-3",
    "observation-2",
    "repair",
    "early-stop",
    "driven-up",
    "down-then-up",
    "first-round",
    "copies",
    "cycles",
    "overfits-less",
    "ties-vanish",
    "more-than-luck",
    "rb-c-keeps",
    "two-reasons",
    "decaying-steps",
    "small-steps",
    "worse-trees",
    "separable-classes",
    "dependent-rankers",
    "weights-above-zero",
    "cost-of-a-tie",
    "tied-share",
    "margin-falls",
    "margin-missed",
    "margin-reached",
    "moved-scores",
    "smooth-margin-held-out",
    "skew-to-zero",
    "adaboost-ranks",
    "without-the-constant",
    "adaboost-speed",
    "quadratic-above",
    "w-zero",
    "whole-order",
    "judges-differ",
    "single-grades-help",
    "lists-top-first",
    "norm-line",
    "each-step-nearer",
    "push-top",
    "push-grades",
    "ndcg-ties",
    "pair-weights",
    "linear-on-rings",
    "balance",
    "gradients-concentrate",
    "outer-product",
)

PAPERS = (
    "RankBoost+",
    "Margin-Based Ranking",
    "QBRank",
    "Gradient descent for bipartite ranking",
    "The P-norm push",
    "NDCG",
    "RankNet",
)
NO_NUMBER_OF_ONE_RUN = {
    "tied-share",
    "best-order",
    "rb-d-bradley-terry",
    "rb-plus-net-wins",
    "proposition-3",
    "adaboost-speed",
    "judges-differ",
    "single-grades-help",
    "lists-top-first",
    "balance",
    "gradients-concentrate",
    "ndcg-ties",
    "pair-weights",
    "overfits-less",
    "ties-vanish",
    "more-than-luck",
    "weights-above-zero",
    "dependent-rankers",
    "cost-of-a-tie",
    "smooth-margin-held-out",
    "outer-product",
    "small-steps",
    "worse-trees",
}
"""Their numbers are of single rankers, of D, or means and counts over draws; the run shown is the first draw."""


def unexplained(claim: Claim, options: dict) -> list[str]:
    """What fails though the claim must hold there; and an edge that is named though nothing fails."""
    proof = claim.run(options)
    if proof.edge:
        return [f"holds, although {proof.edge}"] if proof.holds else []
    return [text.comparison(each) for each in proof.evidence if not each.holds]


# ---------------------------------------------------------------- proved as shown


@every_claim
@pytest.mark.slow
def test_a_claim_holds_at_its_defaults_and_fails_at_the_ends_of_sliders_only_with_a_reason(
    claim: Claim,
) -> None:
    """Prove the claim at both ends of each slider, where it is most likely to fail without a reason."""
    tried = list(claim.settings())
    assert tried[0] == claim.defaults()
    assert claim.run().holds
    for options in tried:
        assert not unexplained(claim, options), options


@every_claim
@pytest.mark.slow
def test_the_run_on_the_stage_is_the_run_of_the_proof(claim: Claim) -> None:
    """Make the run behind each proof again from its link: a setting that the link loses would show another run."""
    for options in claim.settings():
        setting = claim.run(options).setting
        spec, state = setting.spec, to_state(setting.spec, setting.t)
        assert state["t"] == setting.t and 1 <= setting.t <= spec.rounds
        assert of_state(state, spec.data) == spec
        assert state["data"] == sources.canonical(spec.data)
        assert max(run.n_rounds for run in setting.trace().runs) >= setting.t


@every_claim
@pytest.mark.slow
def test_numbers_of_a_claim_come_from_the_run_that_is_shown(claim: Claim) -> None:
    """Some side of the evidence is a number of that run at one of its rounds, or a count of what it did."""
    proof = claim.run()
    sides = [side.value for each in proof.evidence for side in (each.left, each.right)]
    values = {float(side) for side in sides if not isinstance(side, str)}
    assert values & numbers_of(proof.setting.trace()) or claim.name in NO_NUMBER_OF_ONE_RUN


@every_claim
@pytest.mark.slow
def test_a_claim_fails_in_corners_of_its_sliders_only_with_a_reason(claim: Claim) -> None:
    corners = [ends(option) for option in claim.options]
    for corner in itertools.islice(itertools.product(*corners), 24):
        options = dict(zip([option.name for option in claim.options], corner, strict=True))
        assert not unexplained(claim, options), options


@every_claim
@seed(0)  # claims that have the same sliders are tried at the same settings, whose runs they share
@settings(max_examples=12)
@given(data=st.data())
@pytest.mark.slow
def test_a_claim_fails_between_the_ends_of_its_sliders_only_with_a_reason(
    claim: Claim, data: st.DataObject
) -> None:
    """Prove the claim at twelve drawn settings: two faults were found by these alone, and by three of them neither."""
    options = data.draw(chosen(claim))
    assert not unexplained(claim, options)


@pytest.mark.parametrize(("regularisation", "times"), [(1.7, 3.5), (1.7, 4.0), (2.0, 3.0)])
def test_a_distance_that_is_rounding_alone_fails_no_claim(regularisation: float, times: float) -> None:
    """Here f is the minimiser but for rounding before the last round, and the power of the share falls below that."""
    proof = find("each-step-nearer").run({"regularisation": regularisation, "times": times})
    assert proof.holds and not proof.edge
    distance = proof.setting.trace().runs[0].extra["distance"]
    assert min(distance) < 1e-15 * distance[0]
    end = min(t for t, each in enumerate(distance) if each <= 1e-12 * distance[0])
    assert {f"distance after round {end}"} == {
        each.left.name for each in proof.evidence if "after" in each.text
    }


def test_scores_of_battles_are_those_of_the_run_that_is_shown() -> None:
    claim = CLAIMS["rb-plus-net-wins"]
    draw, trace = battles._of(claim.defaults())[0], claim.run().setting.trace()
    assert [draw.rb_d.tolist(), draw.rb_plus.tolist()] == [trace.scores(run).tolist() for run in trace.runs]


def numbers_of(trace: Trace) -> set[float]:
    found: set[float] = set()
    for run in trace.runs:
        for name, curve in run.metrics.items():
            found |= set((np.exp(curve) if name.startswith("log_") else curve).tolist())
            found |= {math.exp(value) for value in curve[np.isfinite(curve)].tolist() if value < 700}
        for curve in run.extra.values():
            found |= set(np.asarray(curve).tolist())
    for run in trace.boosted:
        for row in (run.alpha, run.z, run.eps_correct, run.eps_tied, run.eps_reversed):
            found |= set(row.tolist())
    for run in trace.scored:
        found |= {score for scores in trace.staged_scores(run) for score in scores.tolist()}
    return {number for number in found if number not in (0.0, 1.0)}


# ---------------------------------------------------------------- the gallery as a whole


def test_the_gallery_has_what_was_asked_for_and_more() -> None:
    assert set(ASKED) <= set(CLAIMS)
    assert len(CLAIMS) >= 12
    assert [find(name) for name in CLAIMS] == EVERY


@pytest.mark.slow
@every_claim
def test_a_claim_says_what_where_and_what_to_look_at(claim: Claim) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", claim.name)
    assert claim.sentence.endswith(".") and claim.look.endswith(".")
    assert claim.source.startswith(PAPERS)
    assert claim.reference in {entry.key for entry in reference.ENTRIES}
    proof = claim.run()
    assert proof.outcome.endswith(".") and re.search(r"\d", proof.outcome)
    assert len(proof.evidence) >= 3
    for each in proof.evidence:
        assert each.text and each.left.name and (each.right.name or each.right.value in (0.0, 1.0))
        assert not re.search("nan|inf", (each.left.text + each.right.text).lower())


def test_claims_of_one_group_stand_together() -> None:
    groups = [group for group, _ in itertools.groupby(claim.group for claim in EVERY)]
    assert len(groups) == len(set(groups))


@every_claim
def test_options_out_of_range_are_refused(claim: Claim) -> None:
    for option in claim.options:
        if option.kind in ("int", "float"):
            with pytest.raises(DataError):
                claim.run({option.name: option.high + 1})  # type: ignore[operator]


# ---------------------------------------------------------------- evidence that can fail


@pytest.mark.parametrize(
    ("left", "relation", "right", "holds"),
    [
        (1.0, "<", 2.0, True),
        (1.0, "<", 1.0, False),
        (1.0, "<", 1.0 + 1e-12, False),
        (1.0, "≤", 1.0 - 1e-12, True),
        (1.0, "≤", 0.9, False),
        (2.0, ">", 1.0, True),
        (1.0, ">", 1.0, False),
        (1.0, "≥", 1.0, True),
        (0.9, "≥", 1.0, False),
        (0.1 + 0.2, "=", 0.3, True),
        (0.3, "=", 0.300001, False),
        (0.0, "=", 0.0, True),
        (math.inf, "=", math.inf, True),
        (1.0, "≤", math.inf, True),
        (math.inf, "≤", 1.0, False),
        (math.nan, "≤", 1.0, False),
        ("h1", "=", "h1", True),
        ("h1", "=", "h2", False),
        ("h1", "≤", "h1", False),
    ],
)
def test_a_comparison_holds_when_it_does(left, relation, right, holds) -> None:
    assert compare("", ("", left), relation, ("", right)).holds is holds


@pytest.mark.parametrize(
    ("value", "printed", "good"),
    [
        (0.7118, ".712", True),
        (0.468945, ".46894", True),
        (0.8, "4/5", True),
        (0.81, "4/5", False),
        (0.7139, ".712", False),
        (0.711, ".712", False),
    ],
)
def test_a_printed_number_is_compared_to_its_printed_digits(value, printed, good) -> None:
    assert compare("", ("R̂1", value), "=", ("", value), printed).holds is good


@pytest.mark.parametrize(
    ("equation", "names"),
    [
        ("alpha_14", {"proposition-1", "lemma-3"}),
        ("alpha_19", {"first-round", "proposition-1"}),
        ("alpha_34", {"first-round", "corollary-1"}),
    ],
)
@pytest.mark.usefixtures("proofs_anew")
def test_a_wrong_engine_fails_the_claims(
    monkeypatch: pytest.MonkeyPatch, equation: str, names: set[str]
) -> None:
    right = getattr(equations, equation)
    run_of.cache_clear()
    monkeypatch.setattr(equations, equation, lambda *eps: 1.1 * right(*eps))
    for name in names:
        assert CLAIMS[name].run().refuted, name
    run_of.cache_clear()


# ---------------------------------------------------------------- against the paper's formulas, and the twin


@pytest.mark.parametrize("n", [2, 3, 4, 5, 12, 40])
def test_lemma_1_is_the_papers_example(n: int) -> None:
    above, below = n + 1, n + 1
    H = np.zeros((above + below, 2))
    H[:n, 0] = H[above + n, 0] = H[n, 1] = 1
    pairs = np.array([(i, above + j) for i in range(above) for j in range(below)])
    twin = boost("rb-d", Items(H, pairs), 2, undefined="infinite")
    first = CLAIMS["lemma-1"].run({"n": n}).evidence[0]
    left, right = first.left.value, first.right.value
    assert left == pytest.approx(twin.metrics[-1]["r1"], abs=1e-12)
    assert left == pytest.approx(n / (n + 1), abs=1e-12)
    assert right == pytest.approx(math.exp(twin.metrics[-1]["log_bound"]), abs=1e-12)
    assert (left > right) is (n >= 4)


def test_lemma_1_breaks_from_four_on_and_the_figure_says_so() -> None:
    proof = CLAIMS["lemma-1"].run({"n": 7})
    assert proof.figure.at == 7 and proof.sweep is not None
    errors, bounds = proof.figure.lines
    over = [n for n, r1, u in zip(errors.x, errors.y, bounds.y, strict=True) if r1 > u]
    assert errors.x == tuple(range(2, 41)) and over == list(range(4, 41))
    assert proof.sweep.spans() == [(2.0, 3.0, False), (4.0, 40.0, True)]


def test_lemma_2_numbers_do_not_depend_on_the_constant() -> None:
    for cap in (1.0, 10.0, 100.0):
        first, second, *_ = CLAIMS["lemma-2"].run({"cap": cap}).evidence
        assert first.left.value == pytest.approx(0.8)
        assert first.right.value == pytest.approx(math.exp(-17 / 50))
        assert second.left.value == pytest.approx(0.8 + 0.2 * math.exp(-cap))
        assert second.right.value == pytest.approx(4 / 25)


def test_the_repaired_errors_are_counted_by_hand() -> None:
    _, loss, error, _, *_ = CLAIMS["repair"].run({"data": "lemma-1"}).evidence
    assert error.left.value == pytest.approx(4 / 25)  # n/(n + 1)²: a_i over b_{n+1} is tied by both
    assert loss.left.value == pytest.approx(4 / 25)
    _, loss, error, _, *_ = CLAIMS["repair"].run({"data": "lemma-2"}).evidence
    assert error.left.value == loss.left.value == pytest.approx(4 / 25)
    for data, reading, broken in (("lemma-1", "last-alone", 4 / 5), ("lemma-2", "plain-sum", 4 / 5)):
        *_, theorem = CLAIMS["repair"].run({"data": data, "reading": reading}).evidence
        assert theorem.left.value == pytest.approx(broken) and not theorem.holds


@pytest.mark.parametrize("name", ["lemma-3", "proposition-1"])
@pytest.mark.parametrize("copies", [None, 1, 2, 9])
def test_least_losses_agree_with_another_solver_and_the_twin(name: str, copies: int | None) -> None:
    trace = gallery_trace(f"scenario:{name}")
    found, eta = least_loss(trace.problem, trace.pool, copies)
    h = trace.pool.outputs(np.arange(2)).astype(float)
    M = pair_matrix(h.T, np.array(trace.problem.pairs))
    if copies is None:
        assert math.exp(log_f1(M @ eta)) == pytest.approx(found, abs=1e-12)
        assert minimum.of_f1(trace.problem, trace.pool).value == pytest.approx(found, abs=1e-9)
    else:
        many = np.repeat(M, copies, axis=1)
        shared = dict(enumerate(np.repeat(eta / copies, copies).tolist()))
        assert math.exp(log_f2(many, shared)) == pytest.approx(found, abs=1e-12)
    if copies == 1:
        outputs = trace.pool.outputs(np.arange(2))
        assert minimum.of_f2(trace.problem, outputs).value == pytest.approx(found, abs=1e-9)


def gallery_trace(source: str) -> Trace:
    return CLAIMS["copies"].run().setting.spec.but(data=source).trace()


@settings(max_examples=25)
@given(data=st.data())
def test_circles_are_circles_that_share_no_pair(data: st.DataObject) -> None:
    options = data.draw(chosen(CLAIMS["cycles"]))
    problem = sources.load(
        f"synthetic:cycles?n={options['n']}&circles={options['circles']}&seed={options['seed']}"
    )
    pairs = {(int(a), int(b)) for a, b in problem.pairs}
    used: set[tuple[int, int]] = set()
    for circle in disjoint_cycles(problem):
        assert all(here[1] == there[0] for here, there in zip(circle, circle[1:] + circle[:1], strict=True))
        assert set(circle) <= pairs and not set(circle) & used
        used |= set(circle)
    rest = pairs - used
    if rest and used:
        left = type(problem).from_arrays(problem.X, pairs=np.array(sorted(rest)))
        assert not left.has_cycle()


def test_orders_of_rankers_agree_with_a_count_pair_by_pair() -> None:
    proof = CLAIMS["proposition-3"].run()
    trace = proof.setting.trace()
    pairs = np.array(trace.problem.pairs)
    table = []
    for ranker in range(len(trace.pool)):
        h = trace.pool.output(ranker).astype(int)
        column = (h[pairs[:, 0]] - h[pairs[:, 1]]).tolist()
        e = [column.count(sign) / len(column) for sign in (1, 0, -1)]
        table.append((e[1] + e[2], e[0] / math.e + e[1] + e[2] * math.e))
    wrong = sum(a[0] > b[0] + 1e-9 and a[1] < b[1] - 1e-9 for a in table for b in table)
    assert proof.evidence[2].left.value == wrong > 0


# ---------------------------------------------------------------- the command line


@pytest.mark.slow
def test_the_command_prints_a_line_for_each_claim(capsys: pytest.CaptureFixture[str]) -> None:
    """Run the command over the whole gallery: it exits with 1 for a claim that any other test forgets."""
    assert main.main(["claims"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[name, "holds"] for name in CLAIMS]
    assert all(re.search(r"\d", line) for line in lines)


def test_named_claims_show_all_their_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["claims", "lemma-1", "proposition-1"]) == 0
    out = capsys.readouterr().out
    for claim in (CLAIMS["lemma-1"], CLAIMS["proposition-1"]):
        assert claim.sentence in out
        assert all(each.text in out for each in claim.run().evidence)
    assert ".971795" in out


@pytest.mark.usefixtures("proofs_anew")
def test_a_claim_that_fails_is_told_and_the_exit_code_is_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undefined, "loss", lambda run, name, t=-1: 0.9)
    assert main.main(["claims", "lemma-1"]) == 1
    out = capsys.readouterr().out
    assert "FAILS" in out and "fails at n = 40" in out and "fails at n = 2:" not in out


def test_an_unknown_claim_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["claims", "lema-1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "lemma-1" in err


def test_help_knows_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--help"]) == 0
    assert "claims" in capsys.readouterr().out
