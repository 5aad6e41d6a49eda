"""What the package offers under its own name: found in every way that Python has, and loaded when it is used."""

import re
from pathlib import Path

import pytest
from helpers.interpreter import printed

import rankviz

ROOT = Path(__file__).parents[1]
NAMED = sorted(
    set(re.findall(r"(?<![/\w.-])rankviz\.([a-z_]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
)
"""The names that the README says are in the package."""
WAYS = {
    "import": ("import rankviz.{0}", "import rankviz.{0} as found", "from rankviz import {0} as found"),
    "attribute": ("import rankviz; found = rankviz.{0}", "import rankviz.{0} as found"),
}


def test_the_readme_names_what_there_is() -> None:
    assert {"load", "trace", "bounds", "estimators", "words", "export", "replay", "notebook"} <= set(NAMED)
    for name in NAMED:
        assert getattr(rankviz, name) is not None, name


@pytest.mark.parametrize("first", WAYS)
@pytest.mark.slow
def test_every_module_that_the_readme_names_is_found(first: str) -> None:
    """In a new interpreter, where no earlier way has found it; it is one module, whatever it is called."""
    lines = ["import sys"]
    for name in NAMED:
        if name not in rankviz.__all__:
            lines += [way.format(name) for way in WAYS[first]]
            lines += [f"assert found is rankviz.{name} is sys.modules['rankviz.{name}']"]
            lines += ["assert found is sys.modules[found.__name__] and found.__spec__.name == found.__name__"]
    printed("\n".join(lines))


def test_the_package_alone_loads_nothing_heavy() -> None:
    heavy = {"numpy", "numba", "pandas", "sklearn", "streamlit", "rankviz.engine.errors"}
    assert printed(f"import sys, rankviz; print(*set(sys.modules) & {heavy!r})") == ""


REFUSED = """
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {0!r}:
            raise ModuleNotFoundError(f"{{name}} is of the app, or of files", name=name)

sys.meta_path.insert(0, Refused())
"""
"""Makes packages as if they were not installed."""
OF_THE_APP = (
    "click",
    "streamlit",
    "starlette",
    "plotly",
    "pandas",
    "pyarrow",
    "latex2mathml",
    "segno",
    "matplotlib",
    "jinja2",
    "shtab",
)


@pytest.mark.parametrize(
    "lines",
    [
        "from rankviz.estimators import RankBoost\n"
        "import numpy as np\n"
        "X = np.arange(12.0).reshape(6, 2) % 5\n"
        "model = RankBoost(n_rounds=3).fit(X, [0, 1, 0, 2, 1, 0])\n"
        "assert len(model.predict(X)) == 6",
        "import rankviz, rankviz.bounds, rankviz.engine.metrics, rankviz.words\n"
        "trace = rankviz.trace(rankviz.load('bundled:wine'), ['rb-c', 'rb-plus', 'qbrank'], rounds=3, holdout=0.2)\n"
        "assert rankviz.bounds.rows(trace, trace.runs[0], 2) and trace.scores(trace.runs[2], 3).size\n"
        "assert trace._repr_html_().startswith('<p>The page of a run needs the packages of the app, and ')",
        "import contextlib, io, sys\n"
        "from rankviz.__main__ import run\n"
        "for command in ('trace bundled:wine --rounds 2 --out run.json', 'claims copies'):\n"
        "    sys.argv = ['rankviz', *command.split()]\n"
        "    with contextlib.redirect_stdout(io.StringIO()):\n"
        "        assert run() == 0, command\n"
        "for command in ('', 'experiment bundled:wine', 'trace bundled:wine --out run.html', 'site out', 'warm',\n"
        "                'serve --workers 1', 'completion bash'):\n"
        "    sys.argv = ['rankviz', *command.split()]\n"
        "    with contextlib.redirect_stderr(io.StringIO()) as said:\n"
        "        assert run() == 2, command\n"
        "    assert 'Install them with: pip install \"rankviz[app]\"' in said.getvalue(), said.getvalue()",
    ],
    ids=["an estimator", "a trace", "the commands"],
)
@pytest.mark.slow
def test_the_engine_needs_nothing_of_the_app(lines: str, tmp_path: Path) -> None:
    """A command that does says so, and what to install."""
    refused = [name for name in OF_THE_APP if name != "pandas" or "run()" not in lines]
    printed(REFUSED.format(refused) + lines, cwd=tmp_path)


def test_a_name_that_is_not_there_is_missing_in_every_way() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        rankviz.nonsense  # noqa: B018
    with pytest.raises(ModuleNotFoundError, match="rankviz.nonsense"):
        imported("rankviz.nonsense")
    with pytest.raises(ModuleNotFoundError):
        imported("rankviz.insight.theory.bounds")


def imported(name: str) -> object:
    return __import__(name, fromlist=["*"])
