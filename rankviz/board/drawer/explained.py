"""One number explained, and a step of the kernel method, as plain values (see frontend/stage/drawer/explained.js)."""

from typing import Any

from rankviz.board.drawer.citations import cited, with_citations
from rankviz.board.drawer.mathml import equation
from rankviz.engine.number_format import share
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain import (
    Contribution,
    Contributions,
    Input,
    Line,
    explain,
    explains,
    menu,
    run_named,
    run_names,
)
from rankviz.insight.explain.kernel import KernelStep, kernel_runs
from rankviz.insight.explain.model import NUMBERS
from rankviz.insight.explain.model import shown as written
from rankviz.insight.explain.scored.equations import SCORED
from rankviz.insight.explain.scored.lists import SYMBOLS as LIST_SYMBOLS

SHORT, FULL = 4, 17
"""Significant digits in the equations, and those of "All digits"."""

SYMBOLS = {
    "target": "r",
    "fitted": "g",
    **LIST_SYMBOLS,
    "pair": "D",
    "score": "s",
    "term": "Π ω*",
    "item": "g",
    "potential": "π",
    "eta": "η",
    "h": "h",
    **{key: symbol for key, (symbol, _) in NUMBERS.items()},
    **{key: symbol for one in SCORED.values() for key, (symbol, _) in one.numbers.items()},
}
"""A number's symbol in the trail, by the name that its key begins with."""


def menus(trace: Trace) -> list[dict[str, Any]]:
    """Return the runs whose numbers have equations: `name`, `label`, the key of the `first` number, all `numbers`.

    Each is `whole`: its items are explained, too, and all digits are available.
    """
    return [
        {
            "name": name,
            "label": on_screen(run),
            "first": _first(run),
            "numbers": list(menu(run).items()),
            "whole": True,
        }
        for name, run in run_names(trace).items()
        if explains(run)
    ]


def explained(trace: Trace, name: str, t: int, key: str, full: bool = False) -> dict[str, Any]:
    """Explain a number of a run after round t, `full`y with all digits. Raises DataError (see `explain`)."""
    run = run_named(trace, name)
    found = explain(trace, run, t, key, FULL if full else SHORT)
    return {
        "symbol": found.symbol,
        "short": SYMBOLS.get(key.partition("@")[0].partition(":")[0], key),
        "name": found.name,
        "label": on_screen(run),
        "text": found.full if full else found.text,
        "t": found.t,
        "lines": [_line(line) for line in found.lines],
        "notes": [with_citations(note) for note in found.notes],
        "inputs": [_input(each) for each in found.inputs],
        "table": None if found.table is None else _table(found.table),
    }


def kernel_step(trace: Trace, t: int, full: bool = False) -> dict[str, Any]:
    """Return the equations of the kernel method's step t, one after another; where there is none, a sentence."""
    run = kernel_runs(trace)[0]
    at = min(t, run.n_rounds)
    if at == 0:
        return {"said": "Before the first step f = 0. Press Step to see the equations with their numbers."}
    (name,) = (name for name, each in run_names(trace).items() if each is run)
    parts = KernelStep(trace, run, at, digits=FULL if full else SHORT).parts()
    return {
        "head": f"Step {at} of {on_screen(run)}.{late(run, t)}",
        "parts": [
            {
                "key": f"{name}:{part.key}",
                "words": f"{part.words[0].upper()}{part.words[1:]} — {cited(part.line.equation)}",
                "formula": equation(part.line.formula),
                "values": equation(part.line.values),
                "equals": "=" in part.line.formula,
            }
            for part in parts
        ],
    }


def late(run: Run, t: int) -> str:
    """Return the sentence, with a space before it, for a round after the run's end; "" for any other."""
    return f" {on_screen(run)} stopped there: {run.stopped}." if t > run.n_rounds else ""


def _first(run: Run) -> str:
    """Return the key of the number that is explained by default: α if there is one."""
    return "alpha" if isinstance(run, BoostedRun) else next(iter(menu(run)))


def _line(line: Line) -> list[Any]:
    return [cited(line.equation), equation(line.formula), equation(line.values) if line.values else None]


def _input(each: Input) -> list[str]:
    return [each.symbol, each.words, each.key, written(each.value)]


def _table(table: Contributions) -> dict[str, Any]:
    rows, more = len(table.rows), table.more
    signs = {row.amount < 0.0 for row in table.rows if row.amount}
    of = "the sum" if len(signs) < 2 else "the sum without signs"
    rest = "" if table.rest is None else f", {written(table.rest)} together"
    return {
        "of": f"{_terms(rows, more, table.of)}: {table.amount}",
        "rows": [_row(row, of) for row in table.rows],
        "more": f"and {more:,} more{rest}" if more else "",
    }


def _terms(rows: int, more: int, of: str) -> str:
    """Return how many terms a sum has, and what each belongs to."""
    if more:
        return f"The {rows} largest of its {rows + more:,} terms, one per {of}"
    return f"Its {rows} terms, one per {of}" if rows > 1 else f"Its only term (one per {of})"


def _row(row: Contribution, of: str) -> list[Any]:
    """Return [what follows the row's links, links]; its share is one `of` the sum, or of the sum without signs."""
    adds = "" if row.links and row.links[0].value == row.amount else written(row.amount)
    part = "" if row.share is None else f"{share(row.share)} of {of}"
    brackets = ", ".join(filter(None, (adds, part)))
    return [f"{row.label} ({brackets})" if brackets else row.label, [_input(each) for each in row.links]]
