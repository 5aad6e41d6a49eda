"""The engine in a browser says what CPython says: the same picks and words, and α within 10⁻¹²."""

import ast
import io
import json
import re
import tarfile
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.playground import asked, asked_claims, lines_reached
from helpers.playground.in_pyodide import Worker, needs_pyodide
from helpers.playground.tasks import tasks
from helpers.thorough import usually

from rankviz.site.playground import engine

WITHIN = 1e-12

QUICK = [
    ("lemma-2", "second=1.4"),
    ("observation-2", "n=7&cap=3"),
    ("proposition-1", "weight=1.1"),
    ("cost-of-a-tie", "cost=1.3&seed=4"),
    ("first-round", "data=coarse&round=2"),
    ("copies", "k=9&data=proposition-1"),
    ("margin-falls", "rounds=30"),
    ("ndcg-ties", "round=3&k=2"),
    ("lemma-3", ""),
]
SLOWER = [
    ("repair", "data=wine&reading=last-alone"),
    ("margin-reached", "data=separable&rounds=100"),
    ("norm-line", "loss=logistic"),
    ("rb-plus-net-wins", "tie=0.5"),
    ("rb-c-keeps", ""),
    ("without-the-constant", ""),
]
"""Claims at options other than their defaults, which Pyodide computes in under a second or in a few.

None that shows what rounding leaves, which differs from machine to machine, as `adaboost-ranks` does.
"""
EXACT = re.compile(r'title="(-?[0-9][^"]*|-?inf|nan)"')
"""Where the evidence has a number with all of its digits, the last of which may be another by rounding."""

NOT_ASKED = {
    ("rankviz/engine/data/model.py", "leaves"),
    ("rankviz/engine/data/models/catboost.py", "symmetric"),
    ("rankviz/engine/data/models/validate_model.py", "check"),
    ("rankviz/engine/data/models/xgboost.py", "_shapes"),
    ("rankviz/engine/metrics/ranking.py", "_tied_pairs"),
}
"""Functions with narrow calls that no page asks: models of other libraries, and what experiments measure."""

Answered = list[tuple[Any, Any, Any]]
"""Tasks, each with the answers of CPython and of Pyodide."""

pytestmark = [pytest.mark.slow, needs_pyodide]


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    """One Pyodide, which takes longer to start than to answer most tasks."""
    with Worker(tmp_path_factory.mktemp("pyodide")) as started:
        started.answers(lines_reached)
        yield started


@pytest.fixture(scope="module")
def runs(worker: Worker) -> Answered:
    given = tasks()
    return list(zip(given, *worker.both(asked, given), strict=True))


@pytest.fixture(scope="module")
def claims(worker: Worker) -> Answered:
    given = usually(QUICK, [*QUICK, *SLOWER])
    return list(zip(given, *worker.both(asked_claims, given), strict=True))


def test_a_run_is_what_cpython_makes(runs: Answered) -> None:
    """Every file and algorithm in Pyodide, which is slow: only there NumPy has 32 bits and kernels no compiler."""
    compared, found = 0, []
    for task, here, there in runs:
        name = f"{str(task['data'])[:60]} {task['asked']['algorithms']}"
        compared += len(here.get("runs", []))
        found += [f"{name}{difference}" for difference in differences(here, there)]
    assert not found, "\n".join(found[:20])
    assert compared > usually(350, 400)


def test_a_claim_is_what_cpython_writes(claims: Answered) -> None:
    """Claims as their pages compute them when a slider is moved."""
    for (name, link), here, there in claims:
        assert "refused" not in here, name
        (mine, exact), (its, found) = plain(here), plain(there)
        assert its == mine, f"{name}: {link}"
        assert found == pytest.approx(exact, rel=1e-12, abs=1e-12), f"{name}: {link}"


@pytest.mark.usefixtures("runs", "claims")
def test_every_call_that_needs_narrow_integers_is_reached(worker: Worker) -> None:
    """Only a browser refuses a 64-bit array, so a call that no task reaches could break there unseen."""
    reached = {(path, line) for path, line in worker.answers(lines_reached)}
    calls = set(narrow_calls())
    missed = {
        (path, function) for path, function, lines in calls if not any((path, k) in reached for k in lines)
    }
    assert missed == NOT_ASKED
    assert len(calls) > 20


def narrow_calls() -> Iterator[tuple[str, str, range]]:
    """Yield the path, the function and the lines of each narrow call in the engine's archive."""
    with tarfile.open(fileobj=io.BytesIO(engine.archive())) as archive:
        for module in archive:
            if not re.fullmatch(r"rankviz/.+\.py", module.name):
                continue
            file = archive.extractfile(module)
            for function in ast.walk(ast.parse(file.read())):
                if isinstance(function, ast.FunctionDef):
                    for call in ast.walk(function):
                        if isinstance(call, ast.Call) and is_narrow(call):
                            yield module.name, function.name, range(call.lineno, (call.end_lineno or 0) + 1)


def is_narrow(call: ast.Call) -> bool:
    """Tell whether NumPy refuses 64-bit counts or places in a call where an address has 32 bits, as in a browser."""
    name = ast.unparse(call.func)
    return (
        name.endswith((".repeat", ".reduceat"))
        or name in ("np.choose", "np.put")
        or any(each.arg == "sorter" for each in call.keywords)
    )


def plain(answer: dict[str, Any]) -> tuple[str, list[float]]:
    """An answer as text without the numbers in all their digits, and these."""
    markup = answer["parts"]["evidence"]
    parts = answer["parts"] | {"evidence": EXACT.sub("", markup)}
    return json.dumps(answer | {"parts": parts}), [float(each) for each in EXACT.findall(markup)]


def differences(ours: Any, theirs: Any, at: str = "") -> list[str]:
    """Where two answers differ; numbers may by 10⁻¹² of the larger of them and 1."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        if ours.keys() == {"text", "value"} and ours["text"] == theirs["text"]:
            return []  # a side of a theorem may be a sum of what a badly conditioned system gave
        if ours.keys() == {"text", "value"}:
            return differences(ours["value"], theirs["value"], at)  # or nothing but rounding: 1.1e−16
        return [each for key in ours for each in differences(ours[key], theirs[key], f"{at}.{key}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        both = enumerate(zip(ours, theirs, strict=True))
        return [each for i, (a, b) in both for each in differences(a, b, f"{at}[{i}]")]
    if isinstance(ours, float) and isinstance(theirs, float):
        near = abs(ours - theirs) <= WITHIN * max(1.0, abs(ours), abs(theirs))
        return [] if near else [f"{at}: {ours!r}, in a browser {theirs!r}"]
    return [] if ours == theirs else [f"{at}: {str(ours)[:300]}, in a browser {str(theirs)[:300]}"]
