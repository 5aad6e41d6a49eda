"""Algorithms two by two: Wilcoxon's test beside its twin, the interval beside printed quantiles, and the table."""

import statistics

import numpy as np
import pytest
from helpers.experiments import made
from twins import pairs as twin

from rankviz.engine.metrics import rank_tests
from rankviz.lab.experiments.evaluation import pairs, summary
from rankviz.lab.experiments.reporting import exports, report, selection, tables, text

T_QUANTILES = {2: 12.706205, 5: 2.776445, 10: 2.262157, 30: 2.045230}
"""The .975 quantile of Student's t for so many values, as printed tables have it."""


@pytest.mark.parametrize("seed", range(40))
def test_wilcoxons_test_of_few_tasks_tries_all_signs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gaps = rng.normal(size=rng.integers(2, 11))
    if seed % 2:  # ties and zeros
        gaps = np.round(gaps * 2.0) / 2.0
    expected = twin.by_all_signs(gaps.tolist())
    assert rank_tests.signed_ranks(gaps) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_wilcoxons_test_of_many_tasks_is_by_the_normal_law(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gaps = np.round(rng.normal(0.2, 1.0, rng.integers(60, 200)), 1 if seed % 2 else 9)
    assert rank_tests.signed_ranks(gaps) == pytest.approx(twin.by_normal_law(gaps.tolist()), rel=1e-9)


@pytest.mark.parametrize(
    ("gaps", "exact"),
    [
        (np.r_[0.0, np.arange(12)] - 3.0, True),
        (np.r_[0.0, np.arange(13)] - 3.0, False),
        (np.arange(50) + 0.5, True),
        (np.arange(51) + 0.5, False),
    ],
)
def test_a_table_says_whether_p_counts_all_signs(gaps: np.ndarray, exact: bool) -> None:
    assert rank_tests.is_exact(gaps) is exact
    by_normal = twin.by_normal_law(gaps.tolist())
    assert (rank_tests.signed_ranks(gaps) == pytest.approx(by_normal, rel=1e-9)) is not exact
    values = np.stack([gaps, np.zeros(len(gaps))], axis=1)[:, None, :, None].repeat(5, axis=1)
    found = made(len(gaps), ["rb-c", "rb-plus"], metrics=["r1"], test=values)
    table = tables.pairs(selection.compare(found), found.labels)
    assert table is not None and "a difference of 0 adds half its rank to each side" in table.notes[0]
    assert ("side, exact" if exact else "side, by its normal approximation") in table.notes[0]
    (one,) = summary.summary(found)["metrics"]["r1"]["pairs"]
    assert one["wilcoxon_method"] == ("exact" if exact else "normal")


@pytest.mark.parametrize("tasks", T_QUANTILES)
def test_the_interval_is_students(tasks: int) -> None:
    gaps = np.random.default_rng(tasks).normal(size=tasks)
    mean, low, high = pairs.interval(gaps)
    half = T_QUANTILES[tasks] * statistics.stdev(gaps.tolist()) / tasks**0.5
    assert (low, mean, high) == pytest.approx((gaps.mean() - half, gaps.mean(), gaps.mean() + half), rel=1e-6)


def test_every_pair_is_there_and_holms_procedure_counts_them() -> None:
    values = np.random.default_rng(4).normal([0.0, 0.1, 0.9, 0.9], 1.0, size=(25, 4))
    found = pairs.compare_pairs(values)
    assert [(each.first, each.second) for each in found] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    for each in found:
        gaps = values[:, each.first] - values[:, each.second]
        assert each.difference == pytest.approx(gaps.mean()) and each.low < each.difference < each.high
        assert each.p == pytest.approx(rank_tests.signed_ranks(np.round(gaps, rank_tests.DIGITS)))
    np.testing.assert_allclose(
        [each.p_holm for each in found], rank_tests.holm(np.array([each.p for each in found]))
    )
    assert pairs.compare_pairs(values[:1]) == ()


def test_equal_algorithms_differ_by_nothing() -> None:
    (found,) = pairs.compare_pairs(np.tile(np.random.default_rng(0).random(8)[:, None], (1, 2)))
    assert (found.difference, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    (constant,) = pairs.compare_pairs(np.tile([0.3, 0.1], (6, 1)))
    assert constant.low == constant.high == pytest.approx(0.2) and constant.p == pytest.approx(2 / 2**6)


def test_the_table_has_the_better_first_and_the_numbers_of_summary_json() -> None:
    found = made(12)
    compared = selection.shown(selection.compare(found))
    table = tables.pairs(compared, found.labels)
    assert table is not None
    told = summary.summary(found)["metrics"][compared[0].metric.key]["pairs"]
    best, second = compared[0].rank.argsort(kind="stable")[:2]
    first = table.rows[0]
    assert first[1].text == f"{found.labels[best]} minus {found.labels[second]}"
    ends = {found.keys[best], found.keys[second]}
    (same,) = (each for each in told if {each["first"], each["second"]} == ends)
    sign = 1.0 if same["first"] == found.keys[best] else -1.0
    assert first[2].text == tables.value(sign * same["difference"])
    assert f"{len(told)} pairs" in " ".join(table.notes)
    for page in (report.page(found), exports.tables_tex(found)):
        assert table.caption in page and "Wilcoxon" in page


def test_one_task_has_no_pairs() -> None:
    one = made(1)
    assert tables.pairs(selection.compare(one), one.labels) is None
    assert summary.summary(one)["metrics"]["r2"]["pairs"] == []
    assert "Wilcoxon" not in report.page(one).partition("<h2>3 Results")[2]


def test_the_verdict_says_which_pairs_wilcoxons_test_separates() -> None:
    """Neighbours of three algorithms in the same order on 8 tasks: too close for Nemenyi, apart by signed ranks."""
    values = np.zeros((8, 5, 3, 1)) + np.array([[0.3], [0.2], [0.1]])
    values += np.linspace(0.0, 0.05, 8)[:, None, None, None] * np.array([[2.0], [1.0], [0.0]])
    found = made(8, metrics=["r1"], test=values)
    said = text.verdict(selection.compare(found)[0], found.labels)
    p = text.p_value(3 * 2 / 2**8)  # all signs alike, three pairs
    assert (
        "RankBoost+ leads RB-D by more than the critical difference" in said
        and "That test leaves open whether these differ: RankBoost+ and RB-C; RB-C and RB-D." in said
    )
    assert said.endswith(
        f"separates RankBoost+ and RB-C (p = {p}); RB-C and RB-D (p = {p}), after Holm's correction for 3 pairs. "
        "Both tests are valid: choose one beforehand, and name it."
    )
    values[:, :, 1] = values[:, :, 0]
    same = made(12, metrics=["r1"], test=np.concatenate([values, values[:4]]))
    said = text.verdict(selection.compare(same)[0], same.labels)
    assert said.endswith("Wilcoxon's test finds no difference between them either.")


def test_a_table_of_some_metrics_says_which_and_why() -> None:
    found = made(12)
    compared = selection.compare(found)
    some = tables.pairs(selection.shown(compared), found.labels, len(compared))
    assert some is not None and some.notes[-1].startswith("Only for R̂1, R̂2 and NDCG@5, because")
