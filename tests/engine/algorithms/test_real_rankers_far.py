"""RB-C over values from 0 to 1 where α is very large, |r| very near 1, or the loss below what a float holds."""

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.pages import app, stage_data
from helpers.theorems import violated
from helpers.views import finite_json

import rankviz
from rankviz.board.drawer.proven import VERDICTS
from rankviz.cli import main as cli
from rankviz.engine.algorithms.real_rankers import boost, step
from rankviz.engine.data.problem import Problem
from rankviz.insight.explain import explain, menu
from rankviz.insight.narration.rounds import round_in_words
from rankviz.insight.theory import monitor
from rankviz.insight.theory.monitor import VIOLATED
from rankviz.ui.details import answers

FLAT = Problem.from_arrays([[0.0], [0.8], [0.1], [0.6], [0.7]], [0, 0, 0, 0, 1])
"""Behind its soft stumps two items are told apart by hardly anything."""

APART = Problem.from_arrays([[0.0], [0.1], [0.9], [1.0]], [0, 0, 1, 1])

QUERIES = (15928, 16269, 16308, 16412, 17046, 17296, 17444, 17521, 17581)
"""Queries of MQ2008's first validation part whose largest α is 50 to 2,000,000."""


def table(path: Path, copies: int = 1) -> str:
    """Write FLAT as a table, each item some times; return its SOURCE."""
    rows = zip(FLAT.X[:, 0].tolist() * copies, FLAT.grades.tolist() * copies, strict=True)
    path.write_text("item,x,grade\n" + "".join(f"i{i},{x},{g:.0f}\n" for i, (x, g) in enumerate(rows)))
    return f"table:{path.name}"


def held_everywhere(problem: Problem, rounds: int, **params: object) -> rankviz.Run:
    """The run, whose claims all hold in every round, and whose numbers can all be told, explained and written."""
    trace = rankviz.trace(problem, "rb-c-real", rounds, **params)
    run = trace.runs[0]
    assert not violated(trace)
    for t in range(run.n_rounds + 1):
        rows = monitor.rows(trace, run, t)
        assert all(math.isfinite(row.allowed) for row in rows if row.allowed is not None)
        round_in_words(trace, run, t)
    for key in menu(run):
        assert explain(trace, run, run.n_rounds, key).text
    assert np.isfinite(run.metrics["log_e1"]).all() and np.isfinite(run.metrics["log_bound"]).all()
    assert (np.diff(run.metrics["log_e1"]) <= 1e-9 + 1e-11 * np.cumsum(np.abs(run.scored.step))).all()
    finite_json(trace)
    return run


def test_an_alpha_beyond_709_is_no_error() -> None:
    run = held_everywhere(FLAT, 100, weigh="exact")
    assert max(map(abs, run.scored.step)) > 1000
    beyond = np.isinf(run.extra["z_bound"])
    assert beyond.any() and (run.log_extra["z_bound"][beyond] > 709).all()


@pytest.mark.slow
@pytest.mark.usefixtures("no_pdf")
def test_rb_c_real_runs_on_the_command_line_in_the_app_and_in_an_experiment(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once through all three, as a person goes: an experiment of three folds and two whole pages take their time."""
    with monkeypatch.context() as away:  # the app below reads its configuration where it stands
        away.chdir(data_folder)
        source = table(Path("flat.csv"))
        asked = ["trace", source, "--algorithms", "rb-c-real", "--weigh", "exact", "--rounds", "60"]
        assert cli.main(asked) == 0
        assert "RB-C real" in capsys.readouterr().out
        assert cli.main([*asked, "--out", "run.html"]) == 0
        assert b"RB-C real" in Path("run.html").read_bytes()
        many = ["experiment", table(Path("many.csv"), copies=6), "--algorithms", "rb-c,rb-c-real:weigh=exact"]
        assert (
            cli.main([*many, "--rounds", "60", "--folds", "3", "--undefined", "cap", "--out", "found"]) == 0
        )
        assert "RB-C real (weigh exact)" in capsys.readouterr().out
    link = {"data": source, "alg": "rb-c-real", "weigh": "exact", "rounds": "60", "t": "50", "holdout": "0"}
    for tab in ("explain", "theorems"):
        page = app("pages/watch.py", **link, tab=tab)
        assert not page.error, tab
    _, _, identity = stage_data(page)["answers_url"].rpartition("/")
    (proven,) = answers.answer(identity, "theorems", {"t": "50"})
    verdicts = [VERDICTS[verdict] for verdict, *_ in proven["rows"]]
    assert verdicts and VIOLATED not in verdicts and "by convexity" in str(proven["rows"])


@pytest.mark.slow
@pytest.mark.parametrize("query", QUERIES)
def test_an_alpha_of_any_size_on_mq2008(query: int, data_dir: Path) -> None:
    problem = rankviz.load(f"letor:{data_dir / 'mq2008-fold1-vali.txt'}?queries={query}")
    run = held_everywhere(problem, 20, weigh="exact")
    assert max(map(abs, run.scored.step)) > 49


def test_a_run_halts_before_its_scores_lose_all_digits() -> None:
    X = [[0.5, 0.0, 0.6], [0.7, 0.0, 0.5], [0.3, 0.7, 0.7], [0.0, 0.2, 0.0], [0.8, 0.1, 0.9], [1.0, 0.6, 0.3]]
    problem = Problem.from_arrays(X, [2, 2, 0, 2, 0, 0])  # each α is three to four times the one before
    run = held_everywhere(problem, 100, weigh="exact", rankers="soft")
    assert 30 < run.n_rounds < 40 and "scores go beyond 1,000,000,000,000" in run.stopped
    assert sum(map(abs, run.scored.step)) <= boost.MOST_SIZE


@pytest.mark.slow
@pytest.mark.parametrize("weigh", ["bound", "exact"])
def test_tables_of_few_items_hold_every_claim_however_large_alpha_is(weigh: str) -> None:
    largest = 0.0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X = rng.integers(0, 11, (rng.integers(4, 8), rng.integers(1, 4))) / 10.0
        X[0, 0], X[-1, 0] = 0.0, 1.0
        grades = rng.integers(0, 3, len(X)).astype(float)
        grades[0], grades[-1] = 2.0, 0.0
        rankers = str(rng.choice(["both", "soft", "given"]))
        run = held_everywhere(Problem.from_arrays(X, grades), 40, weigh=weigh, rankers=rankers)
        largest = max([largest, *map(abs, run.scored.step)])
    assert largest > (1e4 if weigh == "exact" else 1.0)


def test_the_bound_goes_on_where_floats_end() -> None:
    run = held_everywhere(APART, 400)
    logs = run.metrics["log_bound"]
    assert logs[-1] < -900 * math.log(10) / 2 and (np.diff(logs) < 0).all()
    assert run.extra["exp_bound"][-1] == 0.0 and math.isclose(run.extra["exp_bound"][50], math.exp(logs[50]))
    assert explain(rankviz.trace(APART, "rb-c-real", 400), run, 400, "bound").text.startswith("10^−")


def test_alpha_near_an_edge_of_one_has_all_its_digits() -> None:
    """(19) with 1 − r added up from 1 − M, which subtracting r from 1 would leave one digit of."""
    for off in (1e-6, 3e-10, 7e-14, 2.5e-15):
        D, M = [0.25, 0.75], [1.0, 1.0 - off]
        up, down = (
            sum(Fraction(d) * (1 + side * Fraction(m)) for d, m in zip(D, M, strict=True)) for side in (1, -1)
        )
        exact = 0.5 * (math.log(up.numerator) - math.log(up.denominator)) - 0.5 * (
            math.log(down.numerator) - math.log(down.denominator)
        )
        shares = step.shares_37(np.log(D), np.array(M))
        assert step.alpha_19(shares) == pytest.approx(exact, rel=1e-14)
        assert step.log_bound_18(shares, exact) == pytest.approx(step.log_least_18(shares), rel=1e-14)
