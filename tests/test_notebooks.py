"""The notebooks of docs/notebooks: every cell runs, and shows what it says; outputs are not kept in the files."""

import ast
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import rankviz

FOLDER = Path(__file__).parents[1] / "docs/notebooks"


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """What the last line of a cell gives, as a notebook shows it; None where that is a statement."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.slow
def test_every_cell_of_the_notebook_runs_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((FOLDER / "rankviz.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]
            shown[cell["id"]] = run_cell("".join(cell["source"]), names)
    trace = names["trace"]
    assert list(shown["table"].index) == [0, 1, 5, 10, 20, 40] and shown["table"].notna().to_numpy().all()
    assert len(shown["plot"].data) == 3
    assert shown["itself"] is trace and "<iframe" in trace._repr_html_()
    assert len(shown["hardest"]) == 5 and shown["hardest"].weight.min() > 1
    said = capsys.readouterr().out
    if hasattr(shown["widget"], "observe"):
        assert "RB-D, round 10" in said and said.endswith("algorithm: rb-plus\n")
        assert (shown["widget"].round, shown["widget"].algorithm) == (10, "rb-plus")
    else:
        assert "RankBoost+, round 10" in said and "rankviz[notebook]" in str(shown["widget"])


class App:
    """Of marimo's App the cells: functions whose arguments are what others return."""

    def __init__(self, **_: str) -> None:
        self.cells: list[Callable[..., Any]] = []

    def cell(self, function: Callable[..., Any]) -> Callable[..., Any]:
        self.cells.append(function)
        return function


def marimo() -> ModuleType:
    """As much of marimo as the file uses, every control at its first value."""
    made = ModuleType("marimo")
    made.App = App  # type: ignore[attr-defined]
    made.ui = SimpleNamespace(  # type: ignore[attr-defined]
        slider=lambda low, high, value, **_: SimpleNamespace(value=value),
        dropdown=lambda options, value, **_: SimpleNamespace(value=options[value]),
        anywidget=lambda widget: widget,
    )
    for name in ("md", "hstack", "vstack"):
        setattr(made, name, lambda shown, **_: shown)
    return made


@pytest.mark.slow
def test_every_cell_of_the_marimo_file_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anywidget")
    file = FOLDER / "rankviz_marimo.py"
    monkeypatch.setitem(sys.modules, "marimo", marimo())
    app = runpy.run_path(str(file))["app"]
    functions = [
        n for n in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(n, ast.FunctionDef)
    ]
    assert len(functions) == len(app.cells) == 6
    names: dict[str, Any] = {}
    for tree, cell in zip(functions, app.cells, strict=True):
        found = cell(**{each.arg: names[each.arg] for each in tree.args.args})
        given = tree.body[-1]
        assert isinstance(given, ast.Return)
        if isinstance(given.value, ast.Tuple):
            names |= dict(
                zip([each.id for each in given.value.elts if isinstance(each, ast.Name)], found, strict=True)
            )
    assert isinstance(names["trace"], rankviz.Trace) and names["stage"].algorithm == "rb-d"
    assert names["trace"].runs[0].n_rounds == names["rounds"].value
