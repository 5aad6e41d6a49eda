"""Shared set-up: a steady hypothesis profile, and the folder of real data."""

from __future__ import annotations

import asyncio
import functools
import gc
import os
import sys
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.processor import Processor
from helpers.thorough import skip_thorough
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from rankviz.engine.runs.spec import RunSpec
    from rankviz.engine.runs.trace import Trace
    from rankviz.insight.claims import Claim, Proof

# A machine that tests fill has no core to spare for a second thread of OpenBLAS, which waits by spinning: alone, its
# tests need twice the processor time. Servers and programs that tests start inherit it.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

TESTS = Path(__file__).parent

settings.register_profile(
    "rankviz",
    deadline=None,  # the first example pays for compiling the kernels
    derandomize=True,  # same commit, same examples
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("rankviz")


def pytest_configure(config: pytest.Config) -> None:
    """Count what tests cost."""
    config.pluginmanager.register(Processor())


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """RANKVIZ_DATA_DIR; tests on real data are skipped without it."""
    folder = os.environ.get("RANKVIZ_DATA_DIR")
    if not folder or not Path(folder).is_dir():
        pytest.skip("RANKVIZ_DATA_DIR is not set")
    return Path(folder)


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """RANKVIZ_DATA_DIR for one test, and empty."""
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment's figures are empty as PDF: to draw them takes longer than to run most experiments of tests."""
    monkeypatch.setattr("rankviz.lab.experiments.figures.canvas.pdf", lambda drawings, title: b"")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of these sources, built from the folder `source` beside it."""
    from helpers.wheel import build, copy_of_the_sources

    there = tmp_path_factory.mktemp("built")
    return build(copy_of_the_sources(there / "source"), there, "wheel")


@pytest.fixture(scope="session")
def proofs_once() -> Iterator[None]:
    """A claim at given options is proved once for all tests: the proof depends on nothing else."""
    from rankviz.insight.claims import Claim

    prove, known = Claim.run, {}

    def run(claim: Claim, options: Mapping[str, Any] | None = None) -> Proof:
        key = claim.name, tuple(sorted((claim.defaults() | dict(options or {})).items()))
        try:
            found = known.get(key)
        except TypeError:  # a list, which no claim takes
            return prove(claim, options)
        if found is None:
            found = known[key] = prove(claim, options)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Claim, "run", run)
        patch.setattr(Claim, "run_anew", prove, raising=False)
        yield


@pytest.fixture(scope="session")
def known_runs() -> dict[RunSpec, Trace]:
    """The runs that `runs_once` has made."""
    return {}


@pytest.fixture(scope="module")
def runs_once(known_runs: dict[RunSpec, Trace]) -> Iterator[None]:
    """Make the run of a spec once for all files that use this: those of claims, and of their second computation."""
    from rankviz.engine.runs.spec import RunSpec

    make = RunSpec.trace

    @functools.wraps(make)
    def trace(spec: RunSpec, *given: Any, **how: Any) -> Trace:
        if given or how:
            return make(spec, *given, **how)
        if spec not in known_runs:
            made = known_runs[spec] = make(spec)
            for run in made.runs:  # nobody may change what others read
                for values in (*vars(run).values(), *run.metrics.values(), *run.extra.values()):
                    if isinstance(values, np.ndarray):
                        values.flags.writeable = False
        return known_runs[spec]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunSpec, "trace", trace)
        yield


@pytest.fixture
def proofs_anew(proofs_once: None, runs_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered: for tests that break the engine, and ask who notices."""
    from rankviz.engine.runs.spec import RunSpec
    from rankviz.insight.claims import Claim

    monkeypatch.setattr(Claim, "run", Claim.run_anew)  # type: ignore[attr-defined]
    monkeypatch.setattr(RunSpec, "trace", RunSpec.trace.__wrapped__)  # type: ignore[attr-defined]


MAIN = sys.modules["__main__"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Undo what an AppTest leaves: its script as `__main__`, which processes that later tests start would run."""
    sys.modules["__main__"] = MAIN


def _without_a_loop(item: pytest.Item) -> Iterator[None]:
    """Run no event loop: Playwright's, which a browser test before left running, stays for the next one."""
    loop = asyncio._get_running_loop()
    if item.get_closest_marker("browser"):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    return (yield from _without_a_loop(item))


GROUPS = {
    "tests/browser/offline": "site",
    "tests/browser/pages/test_accessibility.py": "proofs",
    "tests/browser/pages/test_experiments_page.py": "results",
    "tests/browser/pages/test_gallery_page.py": "proofs",
    "tests/browser/serving/test_sub_path.py": "results",
    "tests/insight/claims": "proofs",
    "tests/lab/experiments": "experiments",
    "tests/site/test_claims.py": "proofs",
    "tests/ui/pages/test_gallery.py": "proofs",
    "tests/site/test_static_site.py": "proofs",
}
"""Folders and files that one worker runs, as they share what takes long to make; any other file is its own group."""


WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let the second worker read the files from the last one on: what one has compiled the other need not."""
    report = yield
    if WORKER == "gw1" and isinstance(collector, pytest.Directory):
        report.result.reverse()
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by where they are and what they ask for; the groups that take longest come first."""
    for item in items:
        file = item.path.relative_to(TESTS.parent).as_posix()
        if "/browser/" in file:
            item.add_marker(pytest.mark.browser)
        if "data_dir" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.data)
    skip_thorough(items)
    if WORKER:
        items.sort(key=lambda item: item.path.parts)
    items.sort(key=_comes_late)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker whole groups."""
    # The marks of pytest-xdist do not: they need `Item._nodeid`, which pytest 9.2 no longer reads.
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = lambda nodeid: _group(nodeid.partition("::")[0])
    return scheduler


def _group(file: str) -> str:
    return next((group for place, group in GROUPS.items() if file.startswith(place)), file)


def _comes_late(item: pytest.Item) -> bool:
    file = item.path.relative_to(TESTS.parent).as_posix()
    return _group(file) == file and "/browser/" not in file


def pytest_collection_finish() -> None:
    """What is loaded now stays until the end: no collection walks it again, a twentieth of the processor time.

    What a test leaves is mostly freed by its count; cycles are looked for now and then, which saves as much again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
