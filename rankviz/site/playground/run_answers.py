"""Answers about a run: the run itself, its equations, theorems and candidates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rankviz.board.drawer import proven
from rankviz.board.offline import facts
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.part import RunPart
from rankviz.board.offline.theorems import theorems
from rankviz.board.payload import pack
from rankviz.engine.runs import candidates
from rankviz.engine.runs.trace import BoostedRun
from rankviz.insight.explain import run_named, run_names
from rankviz.insight.theory import minimum
from rankviz.insight.theory.minimum import Minimum
from rankviz.site.playground import bench, visitor_files
from rankviz.site.playground.computed_run import RunBuilder
from rankviz.site.playground.pages import run_of
from rankviz.ui.details.sizes import learned_from
from rankviz.ui.pages.workbench.page import PAGE as BENCH
from rankviz.ui.serving.uploads import Uploaded

AT_ONCE = 300
"""Most pairs of a problem whose minimum is found without being requested: Python is not compiled here."""
FEW = 15
"""Candidates listed for a round."""


def run(runs: RunBuilder, link: str) -> tuple[dict[str, Any], bytes]:
    """Return the run of a link, which comes onto the stage: what the stage opens with, and the pack."""
    made = runs.on_stage = run_of(link, runs)
    runs.minima.clear()
    trace, spec, looks = made.trace, made.spec, made.looks()
    own_file = isinstance(made.state.source, Uploaded)
    return {
        "layout": looks.layout,
        "title": trace.problem.title,
        "round": looks.round,
        "settings": looks.settings,
        "banner": looks.banner,
        "about": {"parameters": spec.in_words(), "link": ""},
        "learned": learned_from(trace),
        "notes": [*trace.problem.notes, *([visitor_files.ONLY_HERE] if own_file else [])],
        "flips": made.table() is not None,
        "bench": bench.on_page(made.state, made.shown) if made.app is BENCH else None,
        "facts": facts.facts(trace, spec, made.all_rounds),
        "again": [["On the command line", spec.command("run.html")], ["In Python", spec.python()]],
        "runs": [[key, run.label] for key, run in run_names(trace).items()],
    }, pack(trace, pictures=made.app.board.pictures)


def with_minimum(runs: RunBuilder, name: str, t: int, solve: bool) -> dict[str, Any]:
    """Return a run's theorems with those about its loss's minimum; {"ask": loss} where that takes long."""
    trace, known = runs.shown.trace, runs.minima
    may_find = solve or name in known or trace.problem.n_pairs <= AT_ONCE

    def find(run: BoostedRun) -> Minimum:
        if name not in known:
            known[name] = minimum.of_run(trace, run)
        return known[name]

    return proven.with_minimum(trace, name, t, find, may_find=may_find)


def explain(runs: RunBuilder, name: str, t: int) -> dict[str, Any]:
    """Return the equations behind the numbers of round t, including `name`, which may name a round."""
    of, _, key = name.partition(":")
    key, _, named = key.partition("@")
    return explanations(runs.shown.trace, _at(runs, int(named) if named else t), {of: [key]})


def best(runs: RunBuilder, name: str, t: int) -> dict[str, Any]:
    """Return the best candidates of round t."""
    trace = runs.shown.trace
    run = run_named(trace, name)
    if not isinstance(run, BoostedRun) or not 1 <= t <= run.n_rounds:
        return {"rows": []}
    return {"rows": [asdict(each) for each in candidates.best(trace, run, t, FEW)]}


def _at(runs: RunBuilder, t: int) -> RunPart:
    return RunPart(t, t, runs.shown.all_rounds.of)


ANSWERS: dict[str, Callable[..., Any]] = {
    "run": run,
    "theorems": lambda runs, t: theorems(runs.shown.trace, _at(runs, t)),
    "proven": lambda runs, t: {"runs": proven.theorems(runs.shown.trace, t)},
    "minimum": with_minimum,
    "explain": explain,
    "candidates": best,
}
"""Theorems are "proven" in the drawer's form, "theorems" in that of a saved page."""
