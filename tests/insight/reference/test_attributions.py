"""What RankViz says of the papers' text: their slips are told, and what is RankViz's own is not credited to them."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import rankviz
from rankviz.board.panels.population import LABELS
from rankviz.insight.claims import CLAIMS
from rankviz.insight.explain import explain
from rankviz.insight.reference import PARTS, find
from rankviz.insight.theory.rankboost import THEOREMS

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("6", "prints (6) without the minus"),
        ("36", "prints δ without the bars"),
        ("19", "says line 6 of Algorithm 1 but means line 7"),
        ("lemma-1", "prints 1/(n+1) for 1/(n+1)²"),
        ("lemma-3", "prints the second weight without its ln"),
        ("qb-algorithm-1", "prints r without the minus"),
        ("qb-algorithm-1", "is Algorithm 2's: the share of the step that a round takes"),
        ("qb-ranksvm", "Joachims uses the plain hinge; here it is squared"),
        ("sm-section-5", "a tie counts as right"),
        ("sm-theorem-4", "requires inf F̃ > 0"),
        ("gd-1-5", "calls this iteration over all pairs stochastic"),
        ("friedman", "Demšar's formula has no correction for ties"),
    ],
)
def test_a_slip_or_a_change_is_told(key: str, words: str) -> None:
    assert words in find(key).says


def test_formulas_that_are_lost_in_the_text_are_said_to_be_restored() -> None:
    (kernel,) = (part for part in PARTS if part.tag == "GD")
    assert "lacks the paper's formulas; those here are restored" in kernel.about


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("judges-differ", "RankViz's own"),
        ("linear-on-rings", "RankViz's own"),
        ("each-step-nearer", "RankViz's own consequence of (1.5); the paper has Lemma 3.2"),
        ("w-zero", "section 3, before the Remark"),
        ("smooth-margin-held-out", "section 6"),
    ],
)
def test_a_claim_is_credited_to_where_it_stands(name: str, words: str) -> None:
    assert words in CLAIMS[name].source


def test_the_exact_step_and_the_norm_stand_in_section_4_1() -> None:
    assert find("sm-exact").source == "SM section 4.1, between (4) and (5)"
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "smooth-margin", rounds=3)
    (line,) = explain(trace, trace.runs[0], 3, "norm").lines
    assert line.equation == "SM section 4.1"


def test_the_slips_of_lemmas_1_and_3_are_slips() -> None:
    """The numbers that the paper prints behind them are those of the corrected formulas."""
    n = 5
    assert (1 / (n + 1) ** 2) / (4 * n / (n + 1) ** 2) == pytest.approx(1 / (4 * n))
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", rounds=9, negative_alpha=False)
    run = trace.runs[0]
    assert run.alpha[1] == pytest.approx(0.5 * math.log((2 + 2 * math.sqrt(3)) / math.sqrt(3)))
    assert math.exp(run.metrics["log_e1"][2]) == pytest.approx(0.888387, abs=6e-7)


def test_delta_of_a_good_ranker_is_below_0() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-plus", rounds=1)
    assert trace.runs[0].delta[0] < 0.0 < trace.runs[0].alpha[0]


def test_errors_of_the_law_are_said_to_be_conditional() -> None:
    for label, text in LABELS.values():
        assert text.startswith(f"{label} over the whole distribution, given that a pair is critical")


def test_a_tie_makes_the_papers_auc_another() -> None:
    """1 − AUC of the paper counts pairs with s < 0 alone; RankViz's AUC is 1 − R̂2."""
    (row,) = (theorem for theorem in THEOREMS["adaboost"] if theorem.key == "auc")
    assert row.equation == "SM section 5, with ties half"
    trace = rankviz.trace(rankviz.load("bundled:diabetes?grades=2&items=30"), "adaboost", rounds=1)
    run, (higher, lower) = trace.runs[0], trace.problem.pairs.T
    s = trace.scores(run)[higher] - trace.scores(run)[lower]
    assert run.extra["auc"][-1] == pytest.approx(1.0 - np.mean((s < 0) + 0.5 * (s == 0)))
    assert run.extra["auc"][-1] < 1.0 - np.mean(s < 0)


NUMBERED = {
    "RB+": (
        *(f"({k})" for k in range(1, 50)),
        *(f"Theorem {k}" for k in (1, 2, 3)),
        *(f"Proposition {k}" for k in (1, 2, 3)),
        *(f"Lemma {k}" for k in (1, 2, 3)),
        *("Observation 1", "Observation 2", "Corollary 1", "Algorithm 1", "Algorithm 2"),
    ),
    "SM": (
        *(f"({k})" for k in range(1, 12)),
        *(f"Theorem {k}" for k in range(1, 5)),
        *(f"Lemma {k}" for k in range(1, 6)),
        "Corollary 1",
    ),
    "QB": (
        *(f"({k})" for k in range(1, 7)),
        *(f"Definition {k}" for k in range(1, 5)),
        *("Theorem 1", "Algorithm 1", "Algorithm 2"),
    ),
    "GD": (
        *(f"(1.{k})" for k in range(1, 6)),
        "(2.1)",
        *("Definition 1.1", "Definition 3.3", "Theorem 2.1", "Corollary 2.2", "Proposition 3.8", "Table 1"),
        *(f"Lemma 3.{k}" for k in (1, 2, 4, 5, 6, 7)),
    ),
}
"""Every number of the four papers but GD's (3.1) to (3.3), of which Reference says what they are."""


@pytest.mark.parametrize("paper", NUMBERED)
def test_every_number_of_the_papers_is_found(paper: str) -> None:
    for number in NUMBERED[paper]:
        prefix = {"RB+": "", "SM": "sm ", "QB": "qb ", "GD": "gd "}[paper]
        entry = find(f"{prefix}{number}")
        assert entry is not None, f"{paper} {number}"
        assert paper in entry.source, (paper, number, entry.source)
    assert "(3.1) to (3.3) are lines of such proofs" in find("gd Lemma 3.1").says


def test_the_reference_is_said_to_have_what_is_computed() -> None:
    for name in ("README.md", "docs/site.md", "rankviz/site/files.py"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert re.search(r"equations? that RankViz computes", text), name
        assert "every symbol and equation" not in text.lower(), name
