"""An audit as JSON and as CSV: over all queries and for each, with every program's name and version."""

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import rankviz
from rankviz.lab.ties.audit import Audit, Audited, Difference
from rankviz.lab.ties.counters import COUNTERS
from rankviz.lab.ties.tie_intervals import EXPECTED, LARGEST, LEAST

ALL = "all"
"""The query of a row over all queries, by trec_eval's name."""
SPAN = ("least", "expected", "largest")


def as_json(found: Audit, against: str = "", differences: Sequence[Difference] = ()) -> str:
    """Return the audit as a text of JSON; `against` names the second run of `differences`."""
    described = as_dict(found)
    if differences:
        described["against"] = {
            "run": against,
            "hangs": any(each.hangs for each in differences),
            "measures": {each.measure.name: _difference(each) for each in differences},
        }
    return json.dumps(described, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def as_dict(found: Audit) -> dict[str, Any]:
    """Return the audit for JSON: `measures` over all queries, and `queries` with the same for each; no NaN.

    Where a program has no number, it is null, and `not_counted` gives the reason.
    """
    run = found.run
    return {
        "schema": 1,
        "rankviz": rankviz.__version__,
        "run": run.name,
        "judgements": run.judgements,
        "judged_queries_without_a_run": list(map(_name, run.missing)),
        "notes": list(found.notes),
        "ties": {counter.name: counter.ties for counter in COUNTERS.values()},
        "measures": {each.measure.name: _over_all(each, run.queries) for each in found.measures},
        "queries": {
            _name(query): {each.measure.name: _of_query(each, at) for each in found.measures}
            for at, query in enumerate(run.queries)
        },
    }


def rows(found: Audit) -> Iterator[tuple[object, ...]]:
    """Yield a head, then a row for each measure over all queries, then one for each measure and query."""
    yield ("measure", "query", *SPAN, *(counter.name for counter in COUNTERS.values()))
    for each in found.measures:
        yield (
            each.measure.name,
            ALL,
            *map(_cell, each.mean),
            *(_cell(each.means[name]) for name in COUNTERS),
        )
    for at, query in enumerate(found.run.queries):
        for each in found.measures:
            counted = (_cell(_value(each, name, at)) for name in COUNTERS)
            yield (each.measure.name, _name(query), *map(_cell, each.spans[at].tolist()), *counted)


def _over_all(found: Audited, queries: Sequence[str]) -> dict[str, Any]:
    reasons = {COUNTERS[name].name: why for name, why in found.counters.items() if isinstance(why, str)}
    return {
        "label": found.measure.label,
        **_span(found.mean),
        "counters": {COUNTERS[name].name: _number(mean) for name, mean in found.means.items()},
        "not_counted": reasons,
        "queries_that_count": int(found.counts.sum()),
        "queries_where_ties_matter": int(found.matter.sum()),
        "share_where_ties_matter": found.share,
        "widest": [
            {"query": _name(queries[at]), **_span(found.spans[at].tolist())} for at in found.widest().tolist()
        ],
    }


def _of_query(found: Audited, at: int) -> dict[str, Any]:
    counted = {COUNTERS[name].name: _number(_value(found, name, at)) for name in found.counters}
    return {**_span(found.spans[at].tolist()), "counters": counted}


def _difference(found: Difference) -> dict[str, Any]:
    return {
        **_span((found.least, found.expected, found.largest)),
        "queries": found.queries,
        "hangs": found.hangs,
        "verdict": found.verdict,
    }


def _name(query: str) -> str:
    """Return a query's id in valid UTF-8: JSON may contain lone surrogates."""
    return query.encode("utf-8", "backslashreplace").decode("utf-8")


def _value(found: Audited, name: str, at: int) -> float:
    values = found.counters[name]
    return math.nan if isinstance(values, str) else float(values[at])


def _span(values: Sequence[float]) -> dict[str, float | None]:
    return {name: _number(values[i]) for name, i in zip(SPAN, (LEAST, EXPECTED, LARGEST), strict=True)}


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _cell(value: float) -> object:
    return value if np.isfinite(value) else ""
