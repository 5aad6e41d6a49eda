"""A result that prose types is the one that the code gives, in every place that tells it.

`tests/lessons/test_typed_numbers.py` does this for lessons, moments and challenges, whose numbers stand in braces;
`tests/lab/ties/test_rounds.py` for the table of docs/ties.md. What a machine took is no result.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import rankviz
from rankviz.cli.main import main
from rankviz.engine.data.builtin import arena
from rankviz.engine.data.holdout import pairs_of_split
from rankviz.engine.metrics import rank_tests
from rankviz.insight.claims import CLAIMS, gradients, in_experiments
from rankviz.insight.theory import paper_errata
from rankviz.lab.experiments.reporting import paper, printed
from rankviz.ui.rooms import routes, store

ROOT = Path(rankviz.__file__).parents[1]
REFERENCE = "rankviz/content/en/reference"
BOOST, MARGINS, SLIPS = (f"{REFERENCE}/{name}.md" for name in ("1-rankboost-plus", "2-margins", "9-slips"))
HOURS = 12
"""For which docs/class.md lets somebody guess codes."""


def prose(place: str) -> str:
    """A file, or what a claim says, on one line."""
    if place in CLAIMS:
        claim = CLAIMS[place]
        return f"{claim.title} {claim.sentence} {claim.look}"
    return " ".join(re.sub(r"(?m)^test: .*$", "", (ROOT / place).read_text(encoding="utf-8")).split())


def short(value: float, digits: int) -> str:
    """A number without the 0 before its point, as the papers print it."""
    return f"{value:.{digits}f}".removeprefix("0")


def lemma_3() -> Iterator[tuple[str, str]]:
    positive, free = (
        rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", 300, negative_alpha=negative).boosted[0]
        for negative in (False, True)
    )
    least, missed = (math.exp(run.metrics["log_e1"][-1]) for run in (free, positive))
    yield BOOST, rf"\alpha_t \ge 0: \quad \hat E_1 = {missed:.6f}"
    yield BOOST, rf"\alpha_t \in \mathbb R: \quad \hat E_1 \to {least:.6f}"
    yield BOOST, f"Ê1 = {missed:.6f} is that of ½ ln((2 + 2√3)/√3)"
    assert positive.alpha[1] == pytest.approx(0.5 * math.log((2 + 2 * math.sqrt(3)) / math.sqrt(3)))
    yield SLIPS, f"the weight would be {paper_errata.second_weight_as_printed():.2f}"
    yield (
        SLIPS,
        f"continues with, {short(missed, 6)}, is that of the logarithm, {short(positive.alpha[1], 5)}",
    )
    assert (positive.n_rounds, free.alpha[2] < 0) == (2, True)
    yield (
        "lemma-3",
        "stops after two rounds, above the lowest loss; with it, round 3 takes some of h1's weight back",
    )


def lemma_2() -> Iterator[tuple[str, str]]:
    run = rankviz.trace(rankviz.load("scenario:lemma-2"), "rb-d", 2, undefined="cap").boosted[0]
    ends, promised = (
        Fraction(value).limit_denominator(100) for value in (run.metrics["r1"][-1], run.z.prod())
    )
    assert math.exp(run.metrics["log_e1"][-1]) == pytest.approx(float(ends), abs=1e-4)
    assert (ends, promised) == (Fraction(4, 5), Fraction(4, 25))
    yield BOOST, r"\hat E_1(g) = \tfrac45 > \tfrac{4}{25} = \prod_t Z_t"
    yield "lemma-2", "R̂1 jumps to four fifths"


def theorem_2() -> Iterator[tuple[str, str]]:
    gains, asked = paper_errata.gain_of_theorem_2(0.5, 0.5, 0.0, 0.01)
    yield MARGINS, f"g = .01 gains {short(gains, 3)}/‖λ‖₁, not {asked:.3f}/‖λ‖₁"
    yield (
        SLIPS,
        f"G̃ = .01 the smooth margin gains {short(gains, 3)} over ‖λ‖₁, and the theorem promises {asked:.3f}",
    )
    gains, asked = paper_errata.gain_of_theorem_2(0.99, 0.01, 0.0, 0.001)
    assert gains < asked
    yield SLIPS, "a ranker that is never wrong and ties 1 % is enough"


def regression_function() -> Iterator[tuple[str, str]]:
    best, regression = paper_errata.regression_beside_ranking(0.8)
    yield SLIPS, rf"= {short(best, 3)}, \ \text{{ not }} {regression:.1f}"
    yield SLIPS, f"so it has $d = {regression:.1f}$"


def nemenyi() -> Iterator[tuple[str, str]]:
    q = rank_tests.critical_difference(3, 100) / math.sqrt(3 * 4 / (6 * 100))
    yield f"{REFERENCE}/8-conventions.md", f"{q:.3f} for three algorithms at 5 %"


def bundled_votes() -> Iterator[tuple[str, str]]:
    counts = arena.bundled()
    votes, ties = int(counts.table.sum()), int(counts.table[:, 2:].sum())
    yield "docs/arena.md", f"`bundled:arena` has {votes:,} votes on {len(counts.names)} models"
    yield "README.md", f"a leaderboard of {votes / 1e6:.2f} million votes"
    assert round(votes / ties) == 3
    yield "docs/arena.md", "a third of the votes are ties"
    yield (
        "rankviz/engine/data/builtin/arena.py",
        (f"{votes / 1e6:.2f} million votes on {len(counts.names)} chatbots, a third of them ties."),
    )


def guessed_codes() -> Iterator[tuple[str, str]]:
    yield "docs/class.md", f"at most one guess in {store.ODDS:,} finds a room"
    alone, led = (
        store.ODDS / (rate._burst + rate._rate * 3600 * HOURS)
        for rate in (routes.GUESSES._rate, routes.GUESSES._near)
    )
    yield (
        "docs/class.md",
        f"for {HOURS} hours succeeds with a chance of 1 in {round(alone, -2):g} (1 in {led:.0f} for a class led",
    )


def ties_on_linear() -> Iterator[tuple[str, str]]:
    specs = [
        in_experiments._spec(in_experiments.DATA["linear"], draw) for draw in range(in_experiments.DRAWS)
    ]
    runs = [spec.but(algorithms=("rb-d",)).trace().runs[0] for spec in specs]
    halted = sum(run.n_rounds < in_experiments.MAX_ROUNDS for run in runs)
    tied = sum(2 * (run.metrics["r1"][-1] - run.metrics["r2"][-1]) for run in runs) / len(runs)
    yield "ties-vanish", f"it halts in {({6: 'six'})[halted]} of ten draws, and {100 * tied:.1f} % stay tied"


def constants_of_lemma_3_5() -> Iterator[tuple[str, str]]:
    times = gradients._bounds("logistic", 20)[0] / gradients._distances("logistic", 20).mean()
    yield (
        "gradients-concentrate",
        f"constant of Lemma 3.5 is some {({30: 'thirty'})[round(times, -1)]} times too large",
    )


TOLD = [
    lemma_3,
    lemma_2,
    theorem_2,
    regression_function,
    nemenyi,
    bundled_votes,
    guessed_codes,
    ties_on_linear,
    constants_of_lemma_3_5,
]


GIVEN = {
    SLIPS: {".64", ".04", ".32", ".68"},  # the products of the example's shares
    f"{REFERENCE}/notation.md": {"0.25"},  # a threshold, as an example
    "cost-of-a-tie": {"1.25"},  # the cost that its own evidence computes
}


@cache
def told_once(told: Callable[[], Iterator[tuple[str, str]]]) -> tuple[tuple[str, str], ...]:
    return tuple(told())


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.__name__)
def test_a_typed_result_is_what_the_code_gives(told: Callable[[], Iterator[tuple[str, str]]]) -> None:
    for place, words in told_once(told):
        assert words in prose(place), f"{place} lacks: {words}"


@pytest.mark.parametrize(
    "place", [*sorted(str(f.relative_to(ROOT)) for f in (ROOT / REFERENCE).glob("*.md")), *CLAIMS]
)
def test_no_other_result_is_typed(place: str) -> None:
    """A number with two decimals and more is one, but for what `GIVEN` names."""
    text = re.sub(r"```.*?```", " ", prose(place))
    for words in (words for told in TOLD for at, words in told_once(told) if at == place):
        text = text.replace(words, " ")
    found = set(re.findall(r"(?<![\w.,])\d*\.\d{2,}", text))
    assert not found - GIVEN.get(place, set())


def test_docs_and_report_tell_the_same_of_movielens() -> None:
    """Beside what the paper prints; the next test, of minutes, does the experiment itself."""
    docs, table = prose("docs/experiments.md"), printed.MOVIELENS
    a, b, c = table.median_round["ndcg5"]
    found = re.search(rf"NDCG@5 are (.*?) \({a}, {b} and {c}; with `ties=file` (.*?)\)", docs)
    assert found
    told = f"NDCG@5 are {found[1]} where Table 1 has {a}, {b} and {c}. With ties=file in place of ties=worst they are "
    assert told + found[2] in " ".join(table.differences)
    for metric, before in (("r1", "the paper: "), ("r2", "")):
        assert f"({before}{', '.join(f'{mean:.3f}' for mean in table.mean[metric])})" in docs


def experiment(capsys: pytest.CaptureFixture[str], out: Path, source: str, *asked: str) -> str:
    assert main(["experiment", source, *asked, "--jobs", "1", "--out", str(out)]) == 0
    return capsys.readouterr().out


def file_of(data_dir: Path, name: str) -> Path:
    if not (data_dir / name).exists():
        pytest.skip(f"{name} is not in RANKVIZ_DATA_DIR")
    return data_dir / name


@pytest.mark.thorough
def test_the_folds_of_mq2008_in_which_rb_d_halts(
    data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Slow, because 90 folds are learned; one round each is enough to see whether a run begins."""
    source = f"letor:{file_of(data_dir, 'mq2008-fold1-vali.txt')}"
    asked = ["--undefined", "halt", "--rounds", "1", "--algorithms", "rb-d,rb-c", "--metrics", "r2"]
    said = experiment(capsys, tmp_path, source, *asked)
    found = re.search(r"RB-D learned nothing in (\d+ of \d+ folds)", said)
    left_out = re.search(r"Tasks: (\d+ of \d+ queries; \d+ have fewer than \d+ pairs)", said)
    assert found and left_out
    assert f"ended RB-D before round 1 in {found[1]} of MQ2008's queries" in prose("docs/experiments.md")
    assert f'"{left_out[1]}"' in prose("docs/experiments.md")


@pytest.mark.thorough
def test_what_the_notes_beside_letors_numbers_say(
    data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f"letor:{file_of(data_dir, 'mq2008-fold1-vali.txt')}"
    problem = rankviz.load(source)
    assert f"MQ2008, a fifth of it, has {problem.n_pairs:,}" in " ".join(printed.LETOR)
    plain, stratified = (
        pairs_of_split(problem, 0.25, stratified=by_pairs)[1] / problem.n_pairs for by_pairs in (False, True)
    )
    assert f"validation fold it has {plain:.0%}" in prose("docs/data.md").replace(" %", "%")
    assert f"it has {stratified:.0%}." in prose("docs/data.md").replace(" %", "%")
    asked = ["--rounds", "40", "--metrics", "ndcg3", "--algorithms", "rb-plus,rb-c"]
    by_script, ours = (
        re.findall(
            r"NDCG@3 +(\d\.\d{3})", experiment(capsys, tmp_path / str(i), f"{source}?tasks=all", *asked, *how)
        )[0]
        for i, how in enumerate((("--conventions", "letor"), ()))
    )
    assert (
        f"NDCG@3 on the validation file of Fold 1 from {by_script} to {ours} (40 rounds)" in paper.CONVENTIONS
    )


@pytest.mark.thorough
def test_what_docs_tell_of_movielens(
    data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Minutes: 360 tasks of five folds and a hundred rounds. Catches a figure of the docs that no run gives."""
    source, docs = f"movielens:{file_of(data_dir, 'ml-100k-u.data')}", prose("docs/experiments.md")
    names = ("rb-plus", "rb-c", "rb-d")
    asked = ["--rounds", "100", "--folds", "5", "--conventions"]
    experiment(capsys, tmp_path / "worst", source, *asked, "movielens")
    summary = json.loads((tmp_path / "worst/summary.json").read_text(encoding="utf-8"))
    found, ends = summary["metrics"], []
    ranks_, means = (
        {metric: [each[what][name] for name in names] for metric, each in found.items()}
        for what in ("rank", "mean")
    )

    assert f"over the {found['r1']['tasks']} users" in docs
    a, b, c = ranks_["r1"]
    assert f"mean ranks in R̂1 are RankBoost+ {a:.2f} < RB-C {b:.2f} < RB-D {c:.2f}, in R̂2" in docs
    assert " < ".join(f"{rank:.2f}" for rank in ranks_["r2"]) in docs
    assert f"with a critical difference of {found['r1']['critical_difference']:.3f}" in docs
    for metric, before in (("r1", "The means are R̂1 "), ("r2", "R̂2 ")):
        assert before + ", ".join(f"{mean:.3f}" for mean in means[metric]) in docs

    ndcg = [f"ndcg{k}" for k in (3, 5, 7)]
    at_3, at_5, at_7 = (means[metric][0] for metric in ndcg)
    assert f"RankBoost+ has {at_3:.3f}, {at_5:.3f} and {at_7:.3f} at 3, 5 and 7" in docs
    assert "and the best rank in each, at 7 by a critical difference" in docs
    leads = [min(ranks_[metric][1:]) - ranks_[metric][0] for metric in ndcg]
    assert min(leads) > 0 and [lead > found["ndcg7"]["critical_difference"] for lead in leads] == [
        False,
        False,
        True,
    ]
    above = [
        mean - paper_mean
        for metric in ndcg
        for mean, paper_mean in zip(means[metric][1:], printed.MOVIELENS.mean[metric][1:], strict=True)
    ]
    assert (round(min(above), 2), round(max(above), 2)) == (0.02, 0.03)
    assert "RB-C and RB-D are 0.02 to 0.03 above the printed means" in docs

    with (tmp_path / "worst/curves.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["curve"] == "ndcg5"]
    for name in reversed(names):
        curve = [float(row["mean"]) for row in rows if row["algorithm"] == name]
        best = curve.index(max(curve))
        ends.append((best, curve[best] - min(curve[best:])))
    (a, x), (b, y), (c, z) = ends
    assert f"is that of round {a}, {b} and {c} (RB-D, RB-C, RankBoost+)" in docs
    assert f"the mean is at most {x:.3f}, {y:.3f} and {z:.3f} lower" in docs

    experiment(capsys, tmp_path / "file", source, *asked, "movielens,ties=file", "--metrics", "ndcg5")
    summary = json.loads((tmp_path / "file/summary.json").read_text(encoding="utf-8"))
    worst, by_file = (
        [f"{each['ndcg5']['median_round'][name]:.0f}" for name in names]
        for each in (found, summary["metrics"])
    )
    assert "median rounds of NDCG@5 are {}, {} and {} (7".format(*worst) in docs
    assert "with `ties=file` {}, {} and {})".format(*by_file) in docs
