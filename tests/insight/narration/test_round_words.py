"""Every case of the sentences on a round of boosting: words and numbers are those of the round."""

import math
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rankviz
from rankviz.engine.number_format import counted, spelt, spelt_of_log
from rankviz.engine.runs.trace import Run
from rankviz.insight.narration import round_in_words, stop_in_words
from rankviz.insight.narration.moved import NO_STEP, describe_change, describe_log_change, write_distinct
from rankviz.insight.narration.rankboost import times_in_words

ALL = ("rb-d", "rb-c", "rb-plus")
RUNS = (
    ("bundled:diabetes?items=50", ALL, 60, {}),
    ("scenario:lemma-3", ALL, 60, {}),
    ("scenario:lemma-2?n=1", ("rb-d",), 10, {"undefined": "cap"}),
    ("scenario:lemma-1", ("rb-d",), 10, {"undefined": "infinite"}),
    ("inline:?items=a,b&h1=01&pairs=a>b", ("rb-d",), 5, {"undefined": "cap"}),
)


def said(trace: rankviz.Trace, run: Run, t: int) -> str:
    return " ".join(round_in_words(trace, run, t)).replace("\u00a0", " ")


def test_what_happens_to_the_pairs_is_said_for_every_kind_of_weight() -> None:
    seen: Counter[str] = Counter()
    for data, names, rounds, chosen in RUNS:
        trace = rankviz.trace(rankviz.load(data), names, rounds, **chosen)
        for run in trace.runs:
            for t in range(1, run.n_rounds + 1):
                text, alpha, outcome = said(trace, run, t), float(run.alpha[t - 1]), run.outcome[t - 1]
                up, down = spelt(math.exp(-alpha)), spelt(math.exp(alpha))
                if run.combined[t - 1]:
                    continue
                if outcome in ("capped", "infinite"):
                    case = "orders" if run.sign[t - 1] > 0 else "reverses"
                    assert f"Pairs it {case} weigh nothing" in text
                elif abs(alpha) <= NO_STEP:
                    case = "rounding"
                    assert "keep their weights" in text and "no more than rounding" in text
                    assert "gets" not in text and "taken back" not in text
                elif alpha < 0:
                    case = "negative"
                    assert (
                        f"it orders gain weight (× {up}), and pairs that it reverses lose weight (× {down})"
                        in text
                    )
                    had = float(np.nansum(run.alpha[: t - 1][run.ranker[: t - 1] == run.ranker[t - 1]]))
                    left = had + alpha
                    assert ("used in reverse" in text) == (left < -1e-12), text
                    assert ("some of its weight is taken back" in text) == (left > 1e-12), text
                else:
                    case = "positive"
                    assert f"pairs that it orders × {up}, pairs that it reverses × {down}" in text
                seen[case] += 1
                assert not re.search(r"\d(e[−-]?\d)|\{|\^", text), text
                assert not re.search(r"(?:rises|falls) from (\S+) to \1[;.]", text), text
    assert set(seen) == {"orders", "reverses", "rounding", "negative", "positive"}, seen


def test_how_often_a_ranker_was_picked_is_said_from_the_second_time_on() -> None:
    run: Any = SimpleNamespace(ranker=np.zeros(22))
    found = [times_in_words(run, t) for t in (1, 2, 3, 4, 11, 12, 13, 21, 22)]
    times = "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd"
    assert found == ["", *(f", for the {each} time" for each in times)]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0.8, 0.5, "falls from 0.800 to 0.500"),
        (0.5, 0.8, "rises from 0.500 to 0.800"),
        (1.311, 1.3124, "rises from 1.311 to 1.312"),
        (1.31, 1.31 + 2e-8, "rises by 2.00×10⁻⁸ to 1.31"),
        (1.31, 1.31 * (1 + 1e-12), "stays at 1.31"),
        (0.0, 0.0, "stays at 0"),
        (9120.88, 39616.0, "rises from 9,121 to 39,616"),
        (1e7, 3.94e-5, "falls from 1.00×10⁷ to 3.94×10⁻⁵"),
        (0.5, math.nan, "has no finite value any more"),
        (0.5, math.inf, "is beyond 10³⁰⁴"),
    ],
)
def test_a_number_that_moved_is_told_apart(before: float, after: float, words: str) -> None:
    assert describe_change(before, after) == words


def test_numbers_get_the_digits_that_tell_them_apart_and_no_more() -> None:
    assert write_distinct(0.123, 0.124) == ("0.123", "0.124")
    assert write_distinct(0.12345, 0.12346) == ("0.12345", "0.12346")
    assert write_distinct(0.5, 0.5) == ("0.500", "0.500")


def test_a_number_beyond_floats_is_told_as_a_power_of_ten() -> None:
    log = math.log(10)
    assert spelt_of_log(math.log(0.25)) == "0.250" and spelt_of_log(-math.inf) == "0"
    assert spelt_of_log(math.inf) == "∞" and spelt_of_log(math.nan) == "—"
    assert spelt_of_log(-1000.0 * log + math.log(3.14)) == "3.14×10⁻¹⁰⁰⁰"
    assert spelt_of_log(1000.0 * log + math.log(9.996)) == "1.00×10¹⁰⁰¹"
    assert describe_log_change(-400.0 * log, -400.5 * log) == "falls from 1.00×10⁻⁴⁰⁰ to 3.16×10⁻⁴⁰¹"
    assert describe_log_change(-400.0 * log, -400.0 * log - 1e-4) == "falls from 1.000×10⁻⁴⁰⁰ to 9.999×10⁻⁴⁰¹"
    assert describe_log_change(-400.0 * log, -400.0 * log - 1e-7) == "falls by 1.00×10⁻⁴⁰⁷ to 1.00×10⁻⁴⁰⁰"
    assert describe_log_change(-400.0 * log, -400.0 * log) == "stays at 1.00×10⁻⁴⁰⁰"
    assert describe_log_change(-300.0 * log, -400.0 * log) == "falls from 1.00×10⁻³⁰⁰ to 1.00×10⁻⁴⁰⁰"
    assert describe_log_change(-400.0 * log, -math.inf) == "falls from 1.00×10⁻⁴⁰⁰ to 0"
    assert describe_log_change(0.0, math.log(0.5)) == "falls from 1.00 to 0.500"
    assert describe_log_change(-400.0 * log, math.nan) == "has no finite value any more"
    assert describe_log_change(0.0, 1e5) == "is beyond 10³⁰⁴"


def test_one_of_a_thing_is_no_plural() -> None:
    assert (counted(1, "query"), counted(2, "query")) == ("1 query", "2 queries")
    assert (counted(1, "pair"), counted(0, "pair"), counted(1200, "pair")) == (
        "1 pair",
        "0 pairs",
        "1,200 pairs",
    )
    trace = rankviz.trace(rankviz.load("inline:?items=a,b&h1=10&pairs=a>b"), ("rb-d",), 2)
    assert "the only critical pair has all the weight" in said(trace, trace.runs[0], 0)


@pytest.mark.parametrize("cap", [None, 4.0])
def test_a_run_that_ends_at_the_minimum_says_so_and_one_with_a_cap_does_not(cap: float | None) -> None:
    """Lemma 2 with a cap: Ê1 has just risen from .2 to .8, and every δ is 0 all the same."""
    data = "scenario:lemma-2?n=1" if cap else "scenario:lemma-3"
    chosen = {"undefined": "cap", "cap": cap} if cap else {}
    run = rankviz.trace(rankviz.load(data), ("rb-d",), 60, **chosen).runs[0]
    words = stop_in_words(run)
    assert "every δ is 0" in words
    assert ("the loss is at its minimum" in words) == (cap is None)
    assert ("if a capped weight counts as infinite" in words) == (cap is not None)


@pytest.mark.parametrize(
    ("fill_after", "why"), [(0, "the best new one was a combination"), (4, "S is filled after 4 rounds")]
)
def test_the_round_that_fixes_s_says_why(fill_after: int, why: str) -> None:
    """Catches a reason that is not the run's: S may be filled by count or by a dependent ranker."""
    trace = rankviz.trace(rankviz.load(RUNS[0][0]), "rb-plus", 60, fill_after=fill_after)
    (run,) = trace.boosted
    assert run.fixed_from is not None and why in said(trace, run, run.fixed_from)
