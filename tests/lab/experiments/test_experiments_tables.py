"""What the tables of an experiment say: ±, order, marks, the paper beside them, and their LaTeX and HTML."""

import csv
import io
import re
import statistics
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from helpers.experiments import SIX, made

from rankviz.engine.data.folds import BY_ITEM, BY_QUERY
from rankviz.engine.metrics import rank_tests
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.evaluation import notes, summary
from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.reporting import (
    exports,
    html_table,
    latex,
    paper,
    printed,
    report,
    selection,
    tables,
    text,
    verdicts,
)


def compared(results: Results, key: str = "r2") -> Comparison:
    found = results.compare(quality.find(key))
    assert found is not None
    return found


# ---------------------------------------------------------------- ±


def test_the_spread_is_over_tasks_or_over_the_folds_of_one_task() -> None:
    many = made(4)
    found = compared(many)
    by_task = [outcome.test[:, 0, 1].mean() for outcome in many.outcomes]
    assert (
        found.spread.deviation[0] == pytest.approx(statistics.stdev(by_task)) and found.spread.over == "tasks"
    )
    one = made(1)
    found = compared(one)
    assert found.spread.deviation[0] == pytest.approx(
        statistics.stdev(one.outcomes[0].test[:, 0, 1].tolist())
    )
    assert found.spread.over == "folds" and found.spread.deviation.min() > 0.001
    assert "over the folds" in " ".join(tables.main(one, [found])[0].notes)


def test_a_single_value_has_a_dash_in_tables_and_nothing_in_files() -> None:
    single = made(1, folds=1)
    found = compared(single)
    (table,) = tables.main(single, [found])
    assert table.rows[0][1].text.endswith("±\u00a0—") and "single value" in " ".join(table.notes)
    told = summary.summary(single)["metrics"]["r2"]
    assert told["standard_deviation_over"] is None
    assert set(told["standard_deviation"].values()) == set(told["standard_error"].values()) == {None}
    assert not re.search("nan|inf", exports.summary_json(single) + exports.tables_tex(single), re.I)
    rows = list(csv.DictReader(io.StringIO(exports.as_csv(summary.table_rows(single)))))
    assert {row["standard_deviation"] for row in rows} == {row["deviation_over"] for row in rows} == {""}


def test_curves_of_one_task_have_no_error() -> None:
    rows = list(csv.DictReader(io.StringIO(exports.as_csv(summary.curve_rows(made(1))))))
    assert rows and {row["standard_error"] for row in rows} == {""}
    assert "" not in {
        row["standard_error"]
        for row in csv.DictReader(io.StringIO(exports.as_csv(summary.curve_rows(made(2)))))
    }


# ---------------------------------------------------------------- words


def test_ranks_are_told_apart_or_called_equal() -> None:
    assert text.ordered(["a", "b"], [1.8, 1.8 + 1e-15]) == "a 1.800 = b 1.800"
    assert text.ordered(["a", "b", "c"], [1.8, 1.80004, 2.0]) == "a 1.80000 < b 1.80004 < c 2.00000"
    assert text.ordered(["a", "b"], [1.25, 1.75]) == "a 1.250 < b 1.750"


def test_tasks_have_a_column_where_metrics_differ_in_them() -> None:
    found = made(3)
    assert "tasks" not in tables.main(found, selection.compare(found))[0].head
    found.outcomes[0].test[:, :, found.position("map")] = np.nan
    (table,) = tables.main(found, selection.compare(found))
    column = table.head.index("tasks")
    assert [row[column].text for row in table.rows[::2]] == ["3", "3", "3", "3", "3", "3", "2", "3"]
    assert "have a value" in table.caption


def test_large_values_have_fewer_decimals() -> None:
    assert [tables.value(v) for v in (0.31234, 9.99994, 9.99996, 55.5457, -12.3)] == [
        "0.3123", "9.9999", "10.00", "55.55", "−12.30",
    ]  # fmt: skip


def test_one_task_is_no_tasks() -> None:
    assert tables.main(made(1), [compared(made(1))])[0].caption.startswith("Test values over 1 task,")


def test_tasks_without_numbers_are_counted_and_named_by_their_reason() -> None:
    whole = made(3)
    first, *rest = whole.outcomes
    failed = tuple(replace(outcome, failed="too small.") for outcome in rest)
    told = text.state(Results(whole.experiment, whole.description, (first,), failed))
    assert [told[0], told[2]] == [
        "3 tasks: 1 with numbers, 2 without.",
        "No numbers for task-1, task-2: too small.",
    ]


# ---------------------------------------------------------------- marks and shape


def test_bold_is_the_best_of_its_row_and_the_star_needs_a_critical_difference() -> None:
    values = np.tile(np.array([0.3, 0.2, 0.2])[None, None, :, None], (30, 5, 1, 2))
    values[..., 1] = np.array([0.3, 0.2, 0.1])
    found = made(30, metrics=["r2", "ndcg5"], test=values)
    (table,) = tables.main(found, selection.compare(found))
    r2, r2_rank, ndcg, ndcg_rank = ([cell.best for cell in row[1:4]] for row in table.rows)
    assert r2 == r2_rank == [False, True, True] and ndcg == ndcg_rank == [True, False, False]
    stars = [[tables.STAR in cell.text for cell in row] for row in table.rows]
    assert stars[3][1] and sum(map(sum, stars)) == 1
    assert {tables.BOLD, tables.CLEAR, tables.ARROWS} <= set(table.notes)


class Cells(HTMLParser):
    """The cells of a table: tag, whether it is bold, text."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] in ("td", "th", "b"):
            self.rows[-1][-1] += ("*" if self.open[-1] == "b" else "") + data


@pytest.mark.parametrize("algorithms", [("rb-c", "rb-plus"), SIX])
def test_html_and_latex_have_the_same_cells(algorithms: tuple[str, ...]) -> None:
    found = made(5, algorithms)
    for table in tables.main(found, selection.compare(found)):
        parser = Cells()
        parser.feed(html_table.figure(table))
        assert not parser.open
        expected = [[("*" if cell.best else "") + cell.text for cell in row] for row in table.rows]
        assert parser.rows == [list(table.head), *expected]
        parts = latex.fitting(table)
        for part in parts:
            check_latex(latex.environment(part), rows=len(table.rows) + 1, columns=len(part.head))
        middle = slice(table.names, len(table.head) - table.last)
        assert [
            name for part in parts for name in part.head[table.names : len(part.head) - table.last]
        ] == list(table.head[middle])
        for part in parts:  # the tests stand beside every part's ranks
            assert part.head[-2:] == ("CD", "p") and all(row[-1].text for row in part.rows[1::2])
        assert (len(parts) > 1) == (len(algorithms) > 4)


def test_latex_has_notes_below_the_table_labels_and_comments_that_can_be_copied() -> None:
    source = exports.tables_tex(made(5, source="movielens:u.data?most=8000&limit=40"))
    head = [line for line in source.splitlines() if line.startswith("% ")]
    assert "'movielens:u.data?most=8000&limit=40'" in " ".join(head) and r"\&" not in " ".join(head)
    labels = re.findall(r"\\label{([^}]*)}", source)
    assert labels == [f"tab:rankviz-{k}" for k in range(1, len(labels) + 1)] and len(labels) >= 2
    first = source[source.index(r"\begin{table*}") :]
    caption, notes = first.index(r"\caption"), first.index("Bold: the best of its row.")
    assert len(first[caption : first.index(r"\label")]) < 120
    assert first.index(r"\end{tabular}") < notes < first.index(r"\end{table*}")


def test_one_task_has_ranks_and_no_test_of_them() -> None:
    one = made(1)
    found = selection.compare(one)
    assert all(not each.tested and each.clear_winner() is None and not each.groups for each in found)
    (table,) = tables.main(one, found)
    assert tables.UNTESTED in table.notes and not {"CD", "p"} & set(table.head) and not table.last
    assert all(len(row) == len(table.head) for row in table.rows)
    assert not {tables.CLEAR, tables.P} & set(table.notes)
    told = summary.summary(one)["metrics"]["r2"]
    assert told["critical_difference"] is None and told["friedman"] == {
        "statistic": None,
        "p": None,
        "p_holm": None,
    }
    assert "not tested" in text.verdict(found[0], one.labels) and notes.several(found) == []
    assert "ranks" not in selection.drawings(one, found)
    page = report.page(one)
    assert "<h3>Figure 1: mean, and the ends" in page and "Nemenyi" not in page.partition("<h2>3 Results")[2]


def test_what_is_said_of_significance_is_what_the_tests_say() -> None:
    values = np.tile(np.array([0.1, 0.2, 0.3])[None, None, :, None], (30, 5, 1, 2))
    values[..., 1] = 0.2
    found = made(30, metrics=["r2", "ndcg5"], test=values)
    r2, ndcg = selection.compare(found)
    assert "leads every other by more than the critical difference" in text.verdict(r2, found.labels)
    assert "does not reject at 5 % that all perform equally" in text.verdict(ndcg, found.labels)
    (said,) = notes.several([r2, ndcg])
    assert (
        said.startswith("2 metrics are 2 tests")
        and f"rejects at 5 % for 1 of them ({r2.metric.symbol})" in said
    )
    assert said in tables.main(found, [r2, ndcg])[0].notes and said in text.tables(found)
    assert "by chance" not in report.page(found) + exports.tables_tex(found)


def test_holms_procedure() -> None:
    """By hand: 4 · .005, 3 · .011, 2 · .02, 1 · .04, each no smaller than the one before."""
    p = np.array([0.02, 0.005, np.nan, 0.04, 0.011])
    np.testing.assert_allclose(rank_tests.holm(p), [0.04, 0.02, np.nan, 0.04, 0.033], rtol=1e-9)
    assert rank_tests.holm(np.array([0.7, 0.8])).tolist() == [1.0, 1.0]


def test_more_algorithms_than_fit_stand_in_a_second_table() -> None:
    settings = [f"rb-d:undefined=cap:cap={k}" for k in range(1, 9)]
    found = made(3, settings)
    first, second = tables.main(found, selection.compare(found))
    assert (len(first.head), len(second.head)) == (tables.WIDEST + 3, 2 + 3)


def check_latex(source: str, *, rows: int, columns: int) -> None:
    """What makes LaTeX stop: other characters than ASCII, open braces or environments, rows of another length."""
    assert source.isascii()
    assert re.findall(r"\\begin{([\w*]+)}", source) == re.findall(r"\\end{([\w*]+)}", source)[::-1]
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", source):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert len(re.findall(r"(?<!\\)\$", source)) % 2 == 0
    assert not re.search(r"(?<!\\)[#%]|(?<!\\)_(?![12]\$)|(?<!\\)\^(?!2)", source)
    lines = [line for line in source.splitlines() if line.endswith(r"\\")]
    assert len(lines) == rows
    assert {len(re.findall(r"(?<!\\)&", line)) for line in lines} == {columns - 1}
    preamble = re.search(r"@{}(l+)(r+)@{}", source)
    assert preamble is not None and len(preamble[0]) - 6 == columns


def test_whatever_a_file_is_called_latex_gets_through() -> None:
    assert latex.escape("a_b & 50% of {x}\\y^2 #1 ~$") == (
        r"a\_b \& 50\% of \{x\}\textbackslash{}y\textasciicircum{}2 \#1 \textasciitilde{}\$"
    )
    assert latex.escape("R̂1 Ê2 é 木 ≥ 2") == r"$\hat{R}_1$ $\hat{E}_2$ e ? $\geq$ 2"


# ---------------------------------------------------------------- beside the paper


def test_a_query_alone_is_not_compared_with_the_paper() -> None:
    each = made(5, source="letor:mq2008.txt", cut=BY_ITEM)
    assert paper.comparison(each, selection.compare(each)) is None
    assert paper.reasons(each) == [paper.BY_QUERY_ONLY] and "comparable" not in paper.BY_QUERY_ONLY


def test_the_main_reason_of_a_difference_comes_first() -> None:
    whole = made(1, source="letor:mq2008.txt?tasks=all", cut=BY_QUERY)
    assert paper.reasons(whole)[0] == paper.CONVENTIONS
    alike = made(1, source="letor:mq2008.txt?tasks=all", cut=BY_QUERY, conventions="letor")
    assert paper.CONVENTIONS not in paper.reasons(alike) and paper.reasons(alike)[0] == paper.ROUND
    both = made(1, source="letor:mq2008.txt?tasks=all", cut=BY_QUERY, conventions="letor,select=map")
    assert paper.reasons(both) == list(printed.LETOR)
    table = paper.comparison(whole, selection.compare(whole))
    assert table is not None and [row[1].text for row in table.rows] == ["here", "paper"] * 5
    assert table.rows[5][2].text == "0.4190"  # NDCG@3 of RankBoost+, RB+ Table 4


def test_each_file_has_its_own_table_of_the_paper() -> None:
    assert paper.beside(made(1, source="letor:MQ2007", cut=BY_QUERY)) is paper.MQ2007
    assert paper.beside(made(3, source="letor:MSLR-WEB10K/Fold1/train.txt", cut=BY_ITEM)) is paper.WEB10K
    assert paper.beside(made(3, source="letor:other.txt", cut=BY_ITEM)) is None
    assert paper.reasons(made(3, source="letor:other.txt", cut=BY_ITEM)) == []
    whole = made(1, source="letor:web10k.txt", cut=BY_QUERY)
    assert paper.beside(whole) is None and paper.reasons(whole) == [paper.WHOLE_ONLY]
    assert paper.came_out(whole, selection.compare(whole)) == []


FIRST = {"rb-plus": 0, "rb-c": 1, "rb-d": 2}
"""The paper's columns."""


def on_movielens(tasks: int, **values: Sequence[Sequence[float]]) -> Results:
    """Results with the paper's three algorithms: for each metric the values of RankBoost+, RB-C, RB-D, task by task.

    Fewer rows of values than tasks are repeated.
    """
    keys = list(values)
    some = made(tasks, source="movielens:u.data", metrics=keys)
    columns = [FIRST[contender.algorithm] for contender in some.experiment.contenders]
    test = np.empty((tasks, 5, 3, len(keys)))
    for j, key in enumerate(keys):
        rows = np.array(values[key])[:, columns]
        test[:, :, :, j] = rows[np.arange(tasks) % len(rows)][:, None, :]
    return made(tasks, source="movielens:u.data", metrics=keys, test=test)


def judged(results: Results, key: str) -> verdicts.Verdict:
    _, places = paper._shared(results)
    return verdicts.judge(compared(results, key), places, printed.MOVIELENS, [0, 1, 2])


GOOD, BAD = [(0.31, 0.32, 0.33)], [(0.33, 0.32, 0.31)]


def test_means_ranks_and_significance_are_judged_apart() -> None:
    many = on_movielens(20, r1=GOOD, r2=BAD)
    assert judged(many, "r1") == verdicts.Verdict(True, True, (3, 3), 0)
    assert judged(many, "r2") == verdicts.Verdict(False, False, (0, 3), 3)
    alone = on_movielens(1, r1=GOOD, r2=BAD)  # a critical difference of 3.3 ranks
    assert judged(alone, "r1") == verdicts.Verdict(True, True, (0, 3), 0)
    assert judged(alone, "r2") == verdicts.Verdict(False, False, (0, 3), 0)
    assert judged(alone, "r1").cells() == ("yes", "yes", "0 of 3")
    assert judged(many, "r2").cells() == ("no", "no", "0 of 3, 3 against")


def test_means_in_the_papers_order_say_nothing_of_ranks() -> None:
    """One task with a large difference carries the mean; in the other nineteen RB-C is ahead of RankBoost+."""
    rows = [(0.10, 0.60, 0.70), *[(0.31, 0.30, 0.33)] * 19]
    said = judged(on_movielens(20, r1=rows), "r1")
    assert said == verdicts.Verdict(True, False, (2, 3), 1)
    assert said.cells() == ("yes", "no", "2 of 3, 1 against")


def test_ranks_in_the_papers_order_may_lie_closer_than_a_critical_difference() -> None:
    """NDCG@3 on MovieLens: two pairs lie a critical difference apart in the paper, RB-C and RB-D do not."""
    rows = [(0.81, 0.80, 0.79)] * 11 + [(0.79, 0.80, 0.81)] * 9
    said = judged(on_movielens(20, ndcg3=rows), "ndcg3")
    assert said == verdicts.Verdict(True, True, (0, 2), 0)


def test_equal_means_are_not_the_papers_order() -> None:
    said = judged(on_movielens(20, r1=[(0.3, 0.3, 0.3)]), "r1")
    assert said == verdicts.Verdict(False, False, (0, 3), 0)


def test_without_printed_ranks_only_means_are_judged() -> None:
    results = made(20, source="letor:mq2008.txt?tasks=all", cut=BY_QUERY, metrics=["r2"])
    columns, places = paper._shared(results)
    said = verdicts.judge(compared(results), places, printed.MQ2008, columns)
    assert said.ranks is None and said.apart is None
    assert "the paper prints none" in " ".join(paper.came_out(results, selection.compare(results)))


def test_one_algorithm_alone_has_no_order() -> None:
    results = made(20, ("rb-plus", "qbrank"), source="movielens:u.data", metrics=["r1"])
    found = selection.compare(results)
    assert paper.came_out(results, found) == []
    table = paper.comparison(results, found)
    assert table is not None and [cell.text for cell in table.rows[0][-3:]] == ["—"] * 3


def test_an_order_that_came_out_nowhere_is_said_once() -> None:
    results = on_movielens(20, r1=BAD, r2=BAD)
    said = paper.came_out(results, selection.compare(results))
    assert said[:2] == [
        f"{what}: the paper's order did not come out for R̂1, R̂2." for what in ("Means", "Mean ranks")
    ]


def test_three_sentences_say_what_of_the_papers_order_came_out() -> None:
    mixed = [(0.10, 0.60, 0.70), *[(0.31, 0.30, 0.33)] * 19]
    results = on_movielens(20, r1=GOOD, r2=mixed)
    assert paper.came_out(results, selection.compare(results)) == [
        "Means: the paper's order came out for R̂1, R̂2.",
        "Mean ranks: the paper's order came out for R̂1; it did not for R̂2.",
        "Significance: of the pairs of algorithms whose mean ranks differ by a critical difference in the paper, "
        "these many do here, in the same order: R̂1 3 of 3, R̂2 2 of 3.",
        "Here two algorithms differ by a critical difference against the paper's order for R̂2.",
    ]
    table = paper.comparison(results, selection.compare(results))
    assert table is not None and table.head[-3:] == verdicts.HEADS
    ends = [tuple(cell.text for cell in row[-3:]) for row in table.rows]
    assert ends == [("yes", "yes", "3 of 3"), ("", "", ""), ("yes", "no", "2 of 3, 1 against"), ("", "", "")]


def test_the_papers_median_rounds_stand_beside_ours() -> None:
    results = on_movielens(20, r1=GOOD, ndcg5=BAD)
    found = selection.compare(results)
    table = paper.comparison(results, found)
    assert table is not None and "median round" in table.notes[0]
    at = table.head.index("RankBoost+")
    place = results.labels.index("RankBoost+")
    assert table.rows[0][at].text == f"0.3100 (1.000; {found[0].median_round[place]:.0f})"
    assert table.rows[1][at].text == "0.3100 (1.314; 32)"
    assert table.rows[3][at].text == "0.8019 (1.559; 7)"


def test_the_printed_ranks_are_those_of_three_algorithms() -> None:
    """Ranks 1, 2, 3 add up to 6, and so do their means: RB+ Tables 1 and 2, every row of them."""
    for table, rounding in ((printed.MOVIELENS, 0.002), (printed.WEB10K, 0.002), (printed.MQ_POOLED, 0.051)):
        assert set(table.rank) == set(table.mean) == {"r1", "r2", "ndcg3", "ndcg5", "ndcg7"}
        for printed_ranks in table.rank.values():
            assert sum(printed_ranks) == pytest.approx(6.0, abs=rounding)
    assert printed.LETOR_RANKS["ndcg7"] == (1.7, 1.5, 2.8)
    assert "NDCG@7 1.7, 1.5, 2.8" in " ".join(printed.LETOR)
