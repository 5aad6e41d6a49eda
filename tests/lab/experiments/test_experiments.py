"""Experiments, piece by piece: metrics and conventions, folds, scores on other items, ranks and tests, task sets."""

import math
import shlex
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import friedmanchisquare
from twins import experiments as naive

import rankviz
from rankviz.cli.main import main
from rankviz.engine import metrics
from rankviz.engine.algorithms.contenders import COMPARED, WITH_PEERS
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data import folds
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.kernels import libraries
from rankviz.engine.metrics import rank_tests
from rankviz.lab.experiments import conventions, definition, quality, task_sets
from rankviz.lab.experiments.conventions import CHOICES, Conventions
from rankviz.lab.experiments.evaluation import results
from rankviz.lab.experiments.learning import score
from rankviz.lab.experiments.learning.score import best_round, to_length
from rankviz.lab.experiments.quality import FoldPart
from rankviz.lab.experiments.reporting import paper, printed
from rankviz.lab.experiments.reporting.text import protocol
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.tasks import Task
from rankviz.lab.experiments.worker import work

ALL = tuple(
    quality.find(key) for key in ("r1", "r2", "dcg1", "ndcg1", "dcg3", "ndcg3", "ndcg9", "map", "p30")
)


@st.composite
def graded_parts(draw: st.DrawFn) -> tuple[Problem, np.ndarray]:
    """A small graded problem and some score vectors with many ties."""
    n = draw(st.integers(2, 7))
    low = draw(st.sampled_from([-1.0, 0.0, 0.0, 1.0]))
    grades = np.array([low + draw(st.integers(0, 2)) for _ in range(n)])
    qid = np.array(sorted(draw(st.integers(0, 1)) for _ in range(n)))
    qid[:2] = qid[0]
    grades[0], grades[1] = low, low + 1
    staged = np.array([[draw(st.integers(0, 3)) / 2 for _ in range(n)] for _ in range(3)])
    return Problem.from_arrays(np.zeros((n, 1)), grades, qid), staged


all_conventions = st.builds(
    Conventions,
    **{name: st.sampled_from(list(values)) for name, values in CHOICES.items()},
    relevant=st.sampled_from([None, 1.0, 2.0]),
)


@settings(max_examples=120)
@given(graded_parts(), all_conventions)
def test_every_convention_is_the_twins(made: tuple[Problem, np.ndarray], chosen: Conventions) -> None:
    problem, staged = made
    lowest = float(problem.grades.min())
    found = FoldPart(problem, ALL, conventions=chosen, lowest=lowest).read(staged, np.ones(len(staged)))
    for row, metric in zip(found, ALL, strict=True):
        for value, scores in zip(row, staged, strict=True):
            if metric.kind in ("r1", "r2"):
                expected = naive.errors(scores, problem.pairs.tolist())[metric.kind == "r2"]
            elif metric.kind == "p":
                expected = metrics.precision_at(problem, scores, metric.at, scale=1.0, ties=chosen.ties)
            else:
                k = metric.at or 1
                twin = naive.part_values(scores, problem.grades, problem.qid, lowest, k, chosen.as_dict())
                expected = twin[metric.kind]
            assert_allclose(value, expected, atol=1e-12, err_msg=metric.key)


@settings(max_examples=60)
@given(graded_parts())
def test_the_standard_conventions_are_those_of_the_metrics_module(made: tuple[Problem, np.ndarray]) -> None:
    problem, staged = made
    lowest = float(problem.grades.min())  # type: ignore[union-attr]
    chosen = tuple(quality.find(key) for key in ("r1", "r2", "ndcg3", "dcg5", "map"))
    found = FoldPart(problem, chosen, conventions=Conventions(), lowest=lowest).read(
        staged, np.ones(len(staged))
    )
    for values, scores in zip(found.T, staged, strict=True):
        expected = [
            metrics.r1(problem, scores, scale=1.0),
            metrics.r2(problem, scores, scale=1.0),
            metrics.ndcg(problem, scores, 3, scale=1.0),
            metrics.dcg(problem, scores, 5, scale=1.0),
            metrics.mean_average_precision(problem, scores, scale=1.0),
        ]
        assert_allclose(values, expected, atol=1e-12)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=2, max_size=14))
def test_the_letor_conventions_are_those_of_letors_script(items: list[tuple[int, int]]) -> None:
    labels, scores = [label for label, _ in items], [float(s) for _, s in items]
    # A second query brings the pair that every problem needs.
    problem = Problem.from_arrays(np.zeros((len(items) + 2, 1)), [*labels, 1, 0], [0] * len(items) + [1, 1])
    chosen = tuple(quality.find(key) for key in (*(f"ndcg{k}" for k in range(1, 11)), "map"))
    part = FoldPart(problem, chosen, conventions=conventions.PRESETS["letor"], lowest=0.0)
    found = part.read(np.array([[*scores, 1.0, 0.0]]), np.ones(1))[:, 0]
    (ndcg, ap), (other, other_ap) = naive.letor_script(labels, scores), naive.letor_script([1, 0], [1.0, 0.0])
    assert_allclose(found[:10], (np.array(ndcg) + other) / 2, atol=1e-12)
    assert_allclose(found[10], (ap + other_ap) / 2, atol=1e-12)


def test_pairs_without_grades_have_no_gains() -> None:
    problem = Problem.from_arrays(np.zeros((3, 1)), pairs=[[0, 1], [1, 2]])
    found = FoldPart(problem, ALL, conventions=Conventions(), lowest=0.0).read(
        np.array([[2.0, 1.0, 0.0]]), np.ones(1)
    )[:, 0]
    for metric, value in zip(ALL, found, strict=True):
        assert math.isnan(value) == metric.needs_grades


def test_who_scores_seen_items_alone_is_refused() -> None:
    for name in (name for name, entry in ALGORITHMS.items() if entry.of_items):
        with pytest.raises(rankviz.DataError, match="scores the items it has votes on and no others"):
            definition.define("bundled:wine", ["rb-d", name])
        assert name not in COMPARED and name in WITH_PEERS


@pytest.mark.parametrize("text", ["ndcg", "ndcg0", "p0", "p101", "r3", "MAP", ""])
def test_unknown_metrics_are_refused(text: str) -> None:
    with pytest.raises(DataError, match="no metric"):
        quality.find(text)


def test_metrics_are_chosen_by_key_or_symbol() -> None:
    for metric in ALL:
        assert quality.symbol(metric.key) == metric.symbol
        assert quality.key_of(metric.symbol) == quality.key_of(metric.key) == metric.key
    assert quality.symbol("no metric") == "no metric"


def test_conventions_are_read_as_they_are_written() -> None:
    assert conventions.read("standard") == Conventions()
    assert conventions.read("letor,ties=mean,relevant=2") == Conventions(
        "mean", "zero", "letor", "exp2", "zero", 2.0
    )
    for text in ("best", "ties=random", "relevant=x", "ties"):
        with pytest.raises(DataError):
            conventions.read(text)
    for chosen in (
        *conventions.PRESETS.values(),
        Conventions("worst", relevant=2.0),
        Conventions(gain="linear"),
        Conventions(relevant=1.23456789012345),
    ):
        assert conventions.read(conventions.written(chosen)) == chosen
    assert len(Conventions().sentences()) == len(CHOICES) + 1


# ---------------------------------------------------------------- folds


@settings(max_examples=40)
@given(st.integers(3, 6), st.integers(0, 10**6), st.integers(1, 9))
def test_folds_part_the_items(k: int, seed: int, queries: int) -> None:
    rng = np.random.default_rng(seed)
    n = 12 * max(queries, 3)
    problem = Problem.from_arrays(
        np.arange(float(n))[:, None], rng.permutation(n) % 4, np.arange(n) % queries
    )
    drawn = folds.draw(problem, k, seed, salt=1)
    tests = [set(fold.test.item_ids) for fold in drawn]
    assert len(drawn) == k and set().union(*tests) == set(problem.item_ids)
    assert sum(map(len, tests)) == n
    for f, fold in enumerate(drawn):
        assert set(fold.validation.item_ids) == tests[(f + 1) % k]
        rest = set(fold.training.item_ids)
        assert not rest & (tests[f] | tests[(f + 1) % k])
        assert len(rest) + len(tests[f]) + fold.validation.n_items == n
        if queries >= k:  # whole queries
            assert not set(fold.test.query_ids) & set(fold.training.query_ids)
    again = folds.draw(problem, k, seed, salt=1)
    assert [fold.test.item_ids for fold in again] == [fold.test.item_ids for fold in drawn]
    others = [folds.draw(problem, k, seed, salt) for salt in range(2, 9)]  # three queries have six orders
    assert any([f.test.item_ids for f in other] != [f.test.item_ids for f in drawn] for other in others)


def test_too_small_a_task_is_told() -> None:
    with pytest.raises(DataError, match="without a critical pair"):
        folds.draw(Problem.from_arrays(np.zeros((5, 1)), [0, 0, 0, 0, 1]), 5, 0, 0)


# ---------------------------------------------------------------- scores on other items


@pytest.mark.parametrize("undefined", ["halt", "infinite", "cap", "limit"])
@pytest.mark.parametrize("name", ["rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "smooth-margin"])
def test_scores_on_other_items_are_those_of_the_trace(name: str, undefined: str) -> None:
    """The staged scores and errors of held-out items agree with what the engine measures on them."""
    problem = rankviz.load("synthetic:coarse?n=60&features=3&noise=0.1")
    given = {} if name == "smooth-margin" else {"undefined": undefined}
    trace = rankviz.trace(problem, name, 40, holdout=0.4, seed=3, **given)
    run = trace.runs[0]
    from rankviz.engine.algorithms.registry import find, settle

    algorithm = find(name)
    steps = algorithm.fit(trace.problem, trace.pool, 40, settle(algorithm, given))
    held = trace.holdout
    staged = score.boosted(steps, trace.pool, held.X)
    chosen = tuple(quality.find(key) for key in ("r1", "r2", "ndcg5"))
    lowest = float(held.grades.min())  # type: ignore[union-attr]
    found = FoldPart(held, chosen, conventions=Conventions(), lowest=lowest).read(staged.scores, staged.scale)
    for row, key in zip(found, ("r1_holdout", "r2_holdout", "ndcg5_holdout"), strict=True):
        assert_allclose(row, run.metrics[key], atol=1e-12)
    on_training = score.boosted(steps, trace.pool, trace.problem.X)
    for mine, theirs in zip(on_training.scores, trace.staged_scores(run), strict=True):
        assert_array_equal(mine, theirs)


def test_the_round_is_the_earliest_of_the_best() -> None:
    assert best_round(np.array([0.0, 0.3, 0.1, 0.1]), lower=True) == 2
    assert best_round(np.array([9.0, 0.3, 0.5, 0.5]), lower=False) == 2
    assert best_round(np.array([0.5, np.nan, np.nan]), lower=True) == 2
    assert best_round(np.array([0.5]), lower=True) == 0
    assert best_round(np.array([0.5, np.nan, 0.2]), lower=True) == 2
    assert_array_equal(to_length(np.array([1.0, 2.0]), 4), [1, 2, 2, 2])


# ---------------------------------------------------------------- ranks and tests


@settings(max_examples=60)
@given(st.integers(2, 12), st.integers(2, 5), st.integers(0, 10**6), st.booleans())
def test_ranks_and_friedman(N: int, A: int, seed: int, lower: bool) -> None:
    values = np.random.default_rng(seed).integers(0, 4, (N, A)) / 4.0
    ranked = rank_tests.rank_rows(values, lower)
    assert_allclose(ranked, [naive.ranks(row.tolist(), lower) for row in values])
    statistic, p = rank_tests.friedman(ranked)
    if (values == values[:, :1]).all():
        assert (statistic, p) == (0.0, 1.0)
    elif A >= 3:
        expected = friedmanchisquare(*values.T)
        assert_allclose([statistic, p], [expected.statistic, expected.pvalue], rtol=1e-9)
    won = rank_tests.wins(values, lower)
    assert (won.sum(axis=-1) == N).all() and (won[..., 0] == won[..., 2].T).all()
    for i in range(A):
        for j in range(A):
            better = values[:, i] < values[:, j] if lower else values[:, i] > values[:, j]
            assert won[i, j, 0] == better.sum()


def test_the_round_of_ndcg_is_that_of_the_best_map_where_it_is_to_be() -> None:
    """RB+ section 5.1, for LETOR 4.0; whether MAP is shown or not, and nothing else is another."""

    def chosen(metrics: str, conventions: str) -> dict[str, list[int]]:
        experiment = definition.define(
            "synthetic:coarse?n=60&seeds=1", rounds=25, metrics=metrics.split(","), conventions=conventions
        )
        found = work(experiment, task_sets.task_set(experiment.source).tasks[0])
        assert found.fits(experiment, len(experiment.contenders))
        return {key: found.chosen[:, :, j].ravel().tolist() for j, key in enumerate(experiment.metrics)}

    own, by_map = chosen("r2,ndcg3,map", "standard"), chosen("r2,ndcg3,map", "standard,select=map")
    assert own["ndcg3"] != own["map"] == by_map["map"] == by_map["ndcg3"]
    assert own["r2"] == by_map["r2"]
    assert chosen("ndcg3,r2", "standard,select=map") == {key: by_map[key] for key in ("ndcg3", "r2")}


def test_a_browser_has_the_quantile_of_a_range_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {count: libraries.range_quantile(0.95, count) for count in (2, 3, 5, 10)}
    monkeypatch.setattr(libraries, "IN_BROWSER", True)
    assert {count: libraries.range_quantile(0.95, count) for count in known} == pytest.approx(known, abs=1e-8)


def test_critical_differences_of_the_papers() -> None:
    """RB+ Tables 1 and 2 print 0.1914 (300 tasks), 1.048 (10) and 0.1754; Demšar's Table 5 has q."""
    assert rank_tests.critical_difference(3, 300) == pytest.approx(0.1914, abs=1e-4)
    assert rank_tests.critical_difference(3, 10) == pytest.approx(1.048, abs=1e-3)
    for A, q in ((2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (10, 3.164)):
        assert rank_tests.critical_difference(A, 6) / math.sqrt(A * (A + 1) / 36) == pytest.approx(
            q, abs=1e-3
        )
    fitting = [N for N in range(300, 400) if abs(rank_tests.critical_difference(3, N) - 0.1754) < 5e-5]
    assert fitting == [357]
    assert "357" in " ".join(printed.MOVIELENS.differences)


def test_groups_are_the_longest_runs_within_reach() -> None:
    mean = np.array([3.0, 1.0, 1.4, 2.2])
    assert rank_tests.groups(mean, 0.9) == [[1, 2], [2, 3], [3, 0]]
    assert rank_tests.groups(mean, 0.3) == []
    assert rank_tests.groups(mean, 1.3) == [[1, 2, 3], [3, 0]]
    assert rank_tests.groups(mean, 5.0) == [[1, 2, 3, 0]]


# ---------------------------------------------------------------- tasks and definitions


def write_letor(path: Path, queries: int, seed: int, width: int = 4) -> None:
    rng = np.random.default_rng(seed)
    lines = []
    for q in range(queries):
        for i in range(24):
            x = rng.random(width).round(3)
            grade = int(np.clip(round(3 * x[0] + 0.4 * rng.normal()), 0, 2))
            cells = " ".join(f"{j + 1}:{v}" for j, v in enumerate(x))
            lines.append(f"{grade} qid:{100 * seed + q} {cells} #docid = D{seed}-{q}-{i} inc = 1 prob = 0.5")
    path.write_text("\n".join(lines) + "\n")


def test_letor_queries_files_and_folds(tmp_path: Path) -> None:
    for f in (1, 2):
        (tmp_path / "MQ" / f"Fold{f}").mkdir(parents=True)
        for s, part in enumerate(("train", "vali", "test")):
            width = 4 if part == "train" else 3
            write_letor(tmp_path / "MQ" / f"Fold{f}" / f"{part}.txt", 4 if s == 0 else 2, 10 * f + s, width)
    file = tmp_path / "MQ" / "Fold1" / "train.txt"
    each = task_sets.task_set(f"letor:{file}?least=1")
    assert [task.query for task in each.tasks] == ["1000", "1001", "1002", "1003"]
    alone = each.tasks[2].load()
    direct = rankviz.load(each.tasks[2].source)
    assert_array_equal(alone.X, direct.X)
    assert_array_equal(alone.grades, direct.grades)
    assert len(task_sets.task_set(f"letor:{file}?tasks=all").tasks) == 1
    assert len(task_sets.task_set(f"letor:{file}?least=1&limit=2").tasks) == 2
    specified = task_sets.task_set(f"letor:{tmp_path / 'MQ'}")
    assert [task.name for task in specified.tasks] == ["Fold1", "Fold2"] and len(specified.files) == 6
    (fold,) = specified.tasks[0].folds(5, 0)
    assert (fold.training.n_queries, fold.validation.n_queries, fold.test.n_queries) == (4, 2, 2)
    assert fold.training.n_features == fold.test.n_features == 4
    assert (fold.test.X[:, 3] == 0.0).all()


@pytest.mark.usefixtures("no_pdf")
def test_two_folders_are_pooled_to_all_their_folds(tmp_path: Path) -> None:
    """LETOR's two sets in one experiment, written by `folds`, ranked over their folds together."""
    for seed, name in enumerate(("MQ2007", "MQ2008", "a,b")):
        source = f"synthetic:letor?queries=9&documents=6&seed={seed}"
        assert main(["folds", source, "--folds", "3", "--out", str(tmp_path / name)]) == 0
    both = f"letor:{tmp_path / 'MQ2007'},{tmp_path / 'MQ2008'}"
    pooled = task_sets.task_set(both)
    assert [task.name for task in pooled.tasks] == [f"MQ200{y}-Fold{f}" for y in (7, 8) for f in (1, 2, 3)]
    assert pooled.title == "LETOR, MQ2007 and MQ2008, the specified folds" and len(pooled.files) == 18
    alone = task_sets.task_set(f"letor:{tmp_path / 'MQ2008'}").tasks
    assert [task.parts for task in pooled.tasks[3:]] == [task.parts for task in alone]
    assert [task.source for task in pooled.tasks[3:]] == [task.source for task in alone]
    assert [task.name for task in task_sets.task_set(f"letor:{tmp_path / 'a,b'}").tasks] == [
        "Fold1",
        "Fold2",
        "Fold3",
    ]
    out = tmp_path / "results"
    command = ["--rounds", "4", "--metrics", "r2,ndcg3,map"]
    command += ["--conventions", "letor,select=map", "--jobs", "1"]
    assert main(["experiment", both, *command, "--out", str(out)]) == 0
    found = results.load(Store(out))
    assert len(found.outcomes) == 6 and all(outcome.cut == "specified" for outcome in found.outcomes)
    table = paper.beside(found)
    assert table is paper.MQ_POOLED
    assert table.mean["r1"] == pytest.approx((0.2528, 0.25665, 0.26195))
    same = tmp_path / "MQ2007" / ".." / "MQ2007"
    for source, why in (
        (f"{both},{same}", "appears twice"),
        (f"{both},{tmp_path / 'MQ2009'}", "there is no such folder"),
        (f"{both},{tmp_path / 'MQ2007' / 'Fold1' / 'train.txt'}", "there is no such folder"),
    ):
        with pytest.raises(DataError, match=why):
            task_sets.task_set(source)


def test_movielens_users_are_tasks(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows = [f"{u}\t{m}\t{rng.integers(1, 6)}\t0" for u in range(1, 7) for m in range(1, 31 + 10 * (u % 2))]
    (tmp_path / "u.data").write_text("\n".join(rows))
    found = task_sets.task_set(f"movielens:{tmp_path / 'u.data'}?least=35")
    assert [task.name for task in found.tasks] == ["user-1", "user-3", "user-5"]
    assert found.tasks[0].load().n_pairs == found.tasks[0].work
    only = task_sets.task_set(f"movielens:{tmp_path / 'u.data'}?users=2,4")
    assert [task.name for task in only.tasks] == ["user-2", "user-4"]
    assert list(only.fingerprints()) == ["u.data"]


def test_a_folder_of_tables(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    for name in ("one", "two"):
        rows = [f"{name}{i},{rng.integers(0, 3)},{rng.random():.3f}" for i in range(20)]
        (tmp_path / f"{name}.csv").write_text("item,grade,f\n" + "\n".join(rows))
    found = task_sets.task_set(f"folder:{tmp_path}")
    assert [task.name for task in found.tasks] == ["one.csv", "two.csv"]
    assert all(task.load().n_items == 20 for task in found.tasks)


@pytest.mark.parametrize(
    "source",
    [
        "", "wine", "nothing:x", "movielens:no-such-file", "letor:no-such?tasks=some", "bundled:wine?seeds=0",
        "synthetic:linear?seeds=x", "scenario:lemma-1?seeds=4", "bundled:all?items=30", "folder:/no/such",
        "bundled:nothing", "synthetic:linear?nonsense=3",
    ],
)  # fmt: skip
def test_bad_sources_are_told_in_a_sentence(source: str) -> None:
    with pytest.raises(DataError):
        task_sets.task_set(source)


def test_seeds_are_tasks() -> None:
    found = task_sets.task_set("synthetic:linear?n=40&seeds=3", seed=7)
    assert [task.source for task in found.tasks] == [f"synthetic:linear?n=40&seed={s}" for s in (7, 8, 9)]
    assert len(task_sets.task_set("bundled:all").tasks) >= 3
    assert [task.source for task in task_sets.task_set("bundled:wine").tasks] == ["bundled:wine"]


def test_an_experiment_is_read_as_written() -> None:
    made = definition.define(
        "synthetic:linear",
        ["rb-d:undefined=cap:cap=4", "rb-d", "rb-plus:negative_alpha=0"],
        rounds=7,
        conventions="letor,ties=worst",
        metrics=["map", "p20"],
        positive=2.0,
    )
    assert definition.from_dict(made.as_dict()) == made
    assert made.contenders[0].params["cap"] == 4.0 and made.contenders[1].params["undefined"] == "limit"
    assert made.contenders[2].params["negative_alpha"] is False
    assert len({made.key(), definition.define("synthetic:linear").key()}) == 2


def test_a_command_writes_every_digit_of_an_experiment() -> None:
    made = definition.define(
        "synthetic:linear?noise=0.234567890123456",
        ["rb-d:undefined=cap:cap=3.14159265358979", "rb-d:undefined=cap:cap=3.14159265358978"],
        positive=0.577215664901533,
        conventions="standard,relevant=1.23456789012345",
    )
    source, *words = shlex.split(made.command())[4:]
    told = dict(zip(words[::2], words[1::2], strict=True))
    again = definition.define(
        source,
        told["--algorithms"].split(","),
        positive=float(told["--positive"]),
        conventions=told["--conventions"],
    )
    assert again == made and len({each.key for each in made.contenders}) == 2
    assert any("0.577215664901533" in sentence for sentence in protocol(made))


@pytest.mark.parametrize(
    "change",
    [
        {"algorithms": ["rb-d"]}, {"algorithms": ["rb-d", "rb-d"]}, {"algorithms": ["rb-d", "rb-x"]},
        {"algorithms": ["rb-d", "rb-c:cup=3"]}, {"algorithms": ["rb-d", "rb-c:cap=many"]}, {"folds": 2},
        {"rounds": 0}, {"seed": -1}, {"metrics": []}, {"metrics": ["x"]}, {"params": {"nothing": 1}},
    ],
)  # fmt: skip
def test_bad_experiments_are_refused(change: dict) -> None:
    with pytest.raises(DataError):
        definition.define("synthetic:linear", **change)


def test_a_tasks_folds_depend_on_its_name_alone() -> None:
    task = Task("seed-4", "synthetic:linear?n=40&seed=4")
    salted = folds.draw(task.load(), 5, 0, zlib.crc32(b"seed-4"))
    assert [f.test.item_ids for f in task.folds(5, 0)] == [f.test.item_ids for f in salted]
