"""Every case of the sentences on general boosting, RankSVM and the kernel method: true of its round, and well put."""

import math
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import rankviz
from rankviz.engine.number_format import spelt
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.explain import explain, menu
from rankviz.insight.explain.kernel import KernelStep
from rankviz.insight.explain.scored.equations import SCORED
from rankviz.insight.narration import round_in_words, stop_in_words
from rankviz.insight.narration.moved import write_distinct
from rankviz.insight.theory import monitor

PATIENTS = "bundled:diabetes?grades=4&items=20"
CHAIN = "inline:?items=a,b,c&x=1,2,3&pairs=b>a,c>b"
ALIKE = "inline:?items=a,b,c&x=1,1,1&pairs=b>a,c>b"
CYCLE = "inline:?items=a,b,c&h1=100&pairs=b>a,c>b,a>c"
TWO = "inline:?items=a,b&x=1,2&pairs=b>a"
FAR = "inline:?items=a,b&x=1000,-1000&grades=1000,-1000"
LEFT_OUT = "inline:?items=a,b,c,d&x=1,2,3,4&pairs=b>a"
QB: tuple[tuple[str, tuple[str, ...], int, dict[str, object]], ...] = (
    (PATIENTS, ("qbrank", "gbt", "ranksvm"), 3, {"holdout": 0.25}),
    (PATIENTS, ("qbrank",), 3, {"step_rule": "one", "pair_loss": "logistic"}),
    (PATIENTS, ("qbrank",), 3, {"step_rule": "small", "labels": "none"}),
    (PATIENTS, ("qbrank",), 3, {"w": 0.0}),
    (PATIENTS, ("qbrank",), 3, {"tolerance": 0.4}),
    (CHAIN, ("qbrank",), 3, {"tolerance": 0.01}),
    (PATIENTS, ("qbrank",), 3, {"pair_loss": "listwise", "labels": "none"}),
    (CHAIN, ("qbrank", "ranksvm"), 4, {}),
    (TWO, ("qbrank", "ranksvm"), 200, {}),
    (ALIKE, ("qbrank", "ranksvm"), 4, {}),
    ("inline:?items=a,b,c&x=1,1,1&grades=2,1,0", ("gbt",), 2, {}),
    (CYCLE, ("qbrank",), 4, {}),
    (FAR, ("qbrank", "gbt"), 2, {"eta": 1.0}),
    (LEFT_OUT, ("qbrank",), 2, {}),
)
GD: tuple[tuple[str, dict[str, object]], ...] = (
    (PATIENTS, {"positive": 2.0}),
    (PATIENTS, {"positive": 2.0, "loss": "hinge", "holdout": 0.25}),
    (PATIENTS, {"positive": 2.0, "loss": "least-squares"}),
    (PATIENTS, {"positive": 2.0, "pairs_per_step": 1}),
    (PATIENTS, {"positive": 2.0, "pairs_per_step": 5}),
    (PATIENTS, {"positive": 2.0, "loss": "least-squares", "step": 50.0}),
    (PATIENTS, {"positive": 2.0, "step": 1.2, "decay": 0.9}),
    ("inline:?items=a,b&x=1,2&grades=1,0", {}),
)

AWKWARD = (
    r"\b1 (?:pairs|items|leaves|rounds|steps|features|rankers)\b|\b(?:[02-9]|\d\d+) (?:pair|item|leaf|round)\b",
    r"\d[eE][+−-]?\d",  # powers of ten are spelt
    r"\d\.\d{9}",  # no raw number
    r"[{}\\^_]|\bnan\b|\binf\b|None|True|False",
    r"  |\.\.|,,| [,.;:](?!\d)|\( | \)",
    r"\b(?:a|an|the) (?:a|an|the)\b",
)
"""What no sentence has; the name s_k is the paper's own."""


def runs(
    cases: tuple[tuple[str, tuple[str, ...], int, dict[str, object]], ...],
) -> Iterator[tuple[Trace, Run]]:
    for data, names, rounds, chosen in cases:
        trace = rankviz.trace(rankviz.load(data), list(names), rounds, **chosen)
        for run in trace.runs:
            yield trace, run


def kernel_runs() -> Iterator[tuple[Trace, Run]]:
    return runs(tuple((data, ("kernel-gd",), 8, chosen) for data, chosen in GD))


def told(trace: Trace, run: Run, t: int) -> str:
    return " ".join(round_in_words(trace, run, t)).replace("\u00a0", " ")


def reads_well(text: str) -> None:
    for awkward in AWKWARD:
        found = re.search(awkward, text.replace("s_k", "s"))
        assert found is None, (found, text)
    for sentence in re.split(r"(?<=[.?]) (?=[A-Z])", text):
        assert sentence[-1] in ".?" and not sentence[0].islower(), sentence


def test_a_round_of_general_boosting_in_words() -> None:
    seen: Counter[str] = Counter()
    for trace, run in runs(QB):
        if run.algorithm == "ranksvm":
            continue
        descent = run.scored.details.descent
        for t in sorted({0, 1, 2, run.n_rounds} & set(range(run.n_rounds + 1))):
            text = told(trace, run, t)
            reads_well(text)
            pairs, labels = float(run.extra["risk_pairs"][t]), float(run.extra["risk_labels"][t])
            if "risk_lists" in run.extra:
                assert ", all of it from lists." in text and "preferences" not in text
                seen["lists"] += 1
            elif math.isnan(pairs) or math.isnan(labels):
                only = "labels" if math.isnan(pairs) else "preferences"
                assert (
                    f", all of it from {only}." in text and "preferences " not in text.split("all of it")[0]
                )
                seen[only] += 1
            else:
                assert f": preferences {spelt(pairs, 4)}, labels {spelt(labels, 4)}." in text
                assert pairs + labels == pytest.approx(descent.risk[t], rel=1e-9)
                seen["both"] += 1
            if t == 0:
                assert text.startswith("No round yet") and f"R is {spelt(descent.risk[0], 4)}" in text
                seen["start"] += 1
            else:
                before, after = descent.risk[t - 1], descent.risk[t]
                assert after <= descent.bound[t - 1] + 1e-12 * descent.risk[0]
                assert f"promised {spelt(descent.bound[t - 1], 4)} or less" in text
                assert after < before
                assert "falls from {} to {}".format(*write_distinct(before, after, 4)) in text
                rule = str(run.params["step_rule"])
                assert ("(line search)" in text, "no line search" in text) == (
                    rule == "search",
                    rule == "one",
                )
                assert ("in the norm of Theorem 1" in text) == (rule == "small")
                assert spelt(descent.step[t - 1]) in text
                leaves = re.search(r"added a tree, ([\d,]+) (leaf|leaves),", text)
                assert leaves and (leaves[2] == "leaf") == (leaves[1] == "1")
                seen[rule] += 1
                seen[leaves[2]] += 1
                tolerated = descent.fitted[t - 1].tolerated
                assert ("The tree found had" in text) == (tolerated is not None)
                if tolerated is not None:
                    assert f"had {tolerated.leaves} lea" in text and spelt(tolerated.asked) in text
                    went = f"{tolerated.leaves:,}" != leaves[1]
                    assert (f"ε = {spelt(tolerated.used)} higher" in text) == went
                    seen["pruned" if went else "whole"] += 1
            if t == run.n_rounds and run.stopped.early:
                assert text.endswith(stop_in_words(run))
                seen[run.stopped.why.name] += 1
            else:
                assert "Stopped" not in text
    wanted = {"both", "labels", "preferences", "lists", "start", "search", "one", "small", "leaf", "leaves"}
    wanted |= {"pruned", "whole"}
    assert set(seen) == wanted | {"MINIMUM", "STUCK"}, seen


def test_ranksvm_in_words() -> None:
    seen: Counter[str] = Counter()
    for trace, run in runs(QB):
        if run.algorithm != "ranksvm":
            continue
        assert told(trace, run, 0) == "Before it is solved every score is 0."
        text = told(trace, run, 1)
        reads_well(text)
        assert "Stopped" not in text, "it was solved, not stopped"
        weights = run.scored.details.weights
        order = sorted(range(len(weights)), key=lambda j: -abs(weights[j]))[:3]
        named = [
            f"{trace.problem.feature_names[j]} ({spelt(float(weights[j]))})" for j in order if weights[j]
        ]
        if named:
            assert f"largest weights, on one scale: {', '.join(named)}." in text
        else:
            assert "No feature has a weight: every score is 0." in text
            assert not trace.scores(run, 1).any()
        seen["some" if named else "none"] += 1
    assert set(seen) == {"some", "none"}


def test_a_step_of_the_kernel_method_in_words() -> None:
    seen: Counter[str] = Counter()
    for trace, run in kernel_runs():
        details = run.scored.details
        for t in range(run.n_rounds + 1):
            text = told(trace, run, t)
            reads_well(text)
            own = {name: float(values[t]) for name, values in run.extra.items()}
            if t == 0:
                assert f"φ(0) = {spelt(own['risk'])}" in text and "the AUC is ½" in text
                assert run.metrics["r2"][0] == 0.5
                continue
            assert f"Step {t} goes γ = {spelt(own['step'])} along" in text
            assert f"risk Eₛ is now {spelt(own['risk'])}" in text
            drawn = int(run.params["pairs_per_step"])
            pairs = {0: "all pairs", 1: "1 pair drawn at random"}.get(drawn, f"{drawn} pairs drawn at random")
            assert f", over {pairs}." in text
            seen["all" if drawn == 0 else "one" if drawn == 1 else "some"] += 1
            seen[_norm(text, own, details.schedule.step_ratio(t))] += 1
            with_one = int((details.coefficients[t] != 0).sum())
            assert (
                f"{with_one} of {len(details.coefficients[t])} items have a coefficient other than 0" in text
            )
            assert ("held out" in text) == (trace.holdout is not None)
            seen["held" if trace.holdout is not None else "training"] += 1
            assert ("exact minimiser" in text) == (not math.isnan(own["distance"]))
            if t == run.n_rounds and run.stopped.early:
                seen[run.stopped.why.name] += 1
    norms = {"under", "too long now", "too long before"}
    others = {"all", "one", "some", "held", "training", "DIVERGED"}
    assert set(seen) == norms | others, seen


def _norm(text: str, own: dict[str, float], ratio: float) -> str:
    """What is said of the norm, which is true."""
    if "under the limit" in text:
        assert own["norm"] <= own["norm_bound"] and ratio <= 1
        return "under"
    assert "nothing is promised" in text
    if "earlier steps were longer" in text:
        assert ratio <= 1
        return "too long before"
    assert f"the step is {spelt(ratio)} times the longest" in text and ratio > 1
    return "too long now"


def test_the_words_of_their_equations_and_theorems_read_well() -> None:
    """Names and notes of every number, and the theorems' rows; a number without a value has a note that says why."""
    notes: set[str] = set()
    for trace, run in [*runs(QB), *kernel_runs()]:
        for t in sorted({0, 1, run.n_rounds} & set(range(run.n_rounds + 1))):
            for row in monitor.rows(trace, run, t):
                assert not re.search(r"\bnan\b|None|  |\b1 pairs\b", row.name), row.name
            if run.algorithm not in SCORED:
                for part in KernelStep(trace, run, t).parts() if t else ():
                    reads_well(f"It is the {part.words}.")
                continue
            last = trace.problem.n_items - 1
            keys = [*menu(run), *(f"{kind}:{x}" for kind in SCORED[run.algorithm].of_item for x in (0, last))]
            for key in keys:
                found = explain(trace, run, t, key)
                for note in found.notes:
                    reads_well(note)
                    notes.add(re.sub(r"\d+(?:[.,]\d+)*", "#", note))
                reads_well(f"It is the {found.name}.")
                assert found.value is not None and math.isfinite(found.value) or found.notes, key
    for case in (
        "Before round # no tree has been fitted, so this has no value yet.",
        "The first tree is fitted in round #.",
        "Every score begins at #.",
        "Before it is solved every score is #.",
        "This run searches no step, so s is #.",
        "QBRank learns from no pairs here.",
        "QBRank learns from no labels here.",
        "GBT learns from no pairs here.",
        "# item is in its leaf.",
        "# items are in its leaf.",
        "This item is in no pair and has no label that counts: it has no weight.",
    ):
        assert case in notes, (case, notes)
