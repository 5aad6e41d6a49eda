"""No view of one data set is shown for another: identities, and every cached function of the pages."""

import importlib
import inspect
import pkgutil
from dataclasses import replace
from functools import cached_property

import numpy as np
import pandas as pd
import pytest
from helpers.own_model import drawn
from streamlit.runtime.caching.cache_utils import CachedFunc

import rankviz
from rankviz import Problem
from rankviz.engine.data import letor, movielens, tables
from rankviz.engine.data.tally import Tally, Votes
from rankviz.lessons.lesson import Ask
from rankviz.lessons.predict import PAIR
from rankviz.ui import __path__ as ui_path
from rankviz.ui.controls import column_roles, file_contents
from rankviz.ui.details import answers, details, round_times, summary
from rankviz.ui.pages.data import pictures
from rankviz.ui.pages.lessons import predict
from rankviz.ui.pages.qbrank import paper
from rankviz.ui.pages.ties import drawer_figure
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import uploads

ALGORITHMS = ("rb-d", "rb-c", "kernel-gd")
SALARIES = np.array([51000, 50007, 51034, 48021, 49100, 47005, 45042, 46000, 44003, 43100, 42000, 41500.0])


def staff(salaries: np.ndarray, **changes: object) -> Problem:
    """Twelve people of two grades: the score parts them wholly, so no round picks the salary."""
    score = np.repeat([0.0, 1.0], 6)
    about: dict = {
        "feature_names": ["score", "salary"],
        "item_ids": [f"p{i}" for i in range(12)],
        "source": "upload:staff.csv",
    }
    return Problem.from_arrays(np.column_stack([score, salaries]), score, **{**about, **changes})


def shown(problem: Problem) -> Shown:
    """The run of a problem, under the one digest that its packed bytes would have, too."""
    trace = rankviz.trace(problem, ALGORITHMS, rounds=4, undefined="cap")
    return Shown(problem, trace, "the same packed bytes", 0.1)


@pytest.fixture(scope="module")
def pair() -> tuple[Shown, Shown]:
    """Two visitors' runs of other salaries."""
    return shown(staff(SALARIES)), shown(staff(np.round(SALARIES / 3977)))


MAP = drawer_figure.TiesRequest("map", False)
CASES = {
    "details.summary.items": lambda s: summary.items(s.problem)["salary"].tolist(),
    "details.details._candidate_table": lambda s: details._candidate_table(s, 0, 1)["ranker"].tolist(),
    "details.answers._explained": lambda s: answers._explained(s, "rb-c", 1, "alpha", False)["text"],
    "details.answers._kernel_step": lambda s: answers._kernel_step(s, 1, False)["head"],
    "details.round_times._measured": lambda s: [(run.label, len(run.ms)) for run in round_times._measured(s)],
    "pages.ties.drawer_figure._found": lambda s: [run.tied.tolist() for run in drawer_figure._found(s, MAP)],
    "details.answers._proven": lambda s: [each["label"] for each in answers._proven(s, 1)],
    "details.answers._solve": lambda s: answers._solve(s, 0).loss,
    "pages.qbrank.paper._precisions": lambda s: paper._precisions(s)["RB-D"].tolist(),
    "pages.data.pictures.alone": lambda s: pictures.alone(s.problem).shares.tolist(),
    "pages.data.pictures.found_cycles": lambda s: pictures.found_cycles(s.problem),
    "pages.lessons.predict.question_about": lambda s: predict.question_about(s, Ask(PAIR, "rb-c", 1)),
}
"""By name: a look through the cache."""
DIFFER = {"details.summary.items", "details.details._candidate_table"}
"""Those in which the two visitors' data must show."""
OF_PROBLEM = {"details.summary.items", "pages.data.pictures.alone", "pages.data.pictures.found_cycles"}
"""Those that look at the data alone."""


@pytest.mark.parametrize("name", CASES)
@pytest.mark.slow
def test_other_data_have_a_view_of_their_own(name, pair) -> None:
    look, (mine, yours) = CASES[name], pair
    first, second = look(mine), look(yours)
    assert first == look(mine) and second == look(yours)
    assert first != second or name not in DIFFER
    entries = {key[1] for key in runs.CACHE._entries if key[0] == f"rankviz.ui.{name}"}
    assert entries >= {(one.problem if name in OF_PROBLEM else one).identity for one in pair}


def modules():
    for found in pkgutil.walk_packages(ui_path, "rankviz.ui."):
        yield importlib.import_module(found.name)


def own_functions():
    for module in modules():
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) == module.__name__:
                yield f"{module.__name__.removeprefix('rankviz.ui.')}.{name}", value


OF_DATA = {
    "controls.holdout_choice.split_pairs",
    "pages.arena.page._board",
    "pages.qbrank.paper._run_experiment",
    "pages.qbrank.paper._run_effect",
    "pages.ties.found.audited",
    "pages.ties.found.compared",
    "pages.ties.found.example",
}
"""Cached under all they depend on, and looked at in tests of their own."""


def test_every_cached_view_of_a_run_is_looked_at_here() -> None:
    found = {name for name, value in own_functions() if getattr(value, "shared_by_identity", False)}
    assert found == set(CASES) | OF_DATA | {f"controls.{name}" for name in INSIDE}


INSIDE = {"file_contents.movielens_users", "file_contents.letor_queries", "column_roles.table_head"}


def test_nothing_under_the_pages_is_cached_by_streamlit_without_its_data() -> None:
    """An argument that Streamlit leaves out of a cache's key, by its underscore, may not hold data or a run."""
    streamlits = {name: value for name, value in own_functions() if isinstance(value, CachedFunc)}
    assert "pages.gallery.views._proof" in streamlits  # the walk finds them
    for name, value in streamlits.items():
        left_out = [one for one in inspect.signature(value).parameters if one.startswith("_")]
        assert left_out in ([], ["_progress"], ["_experiment"]), name  # experiments know no uploads


def test_cached_qbrank_experiments_belong_to_their_data(monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(paper, "five_curves", lambda problem, *rest: asked.append(problem))
    chosen = '{"rounds": 1, "parameters": {}, "seed": 0, "draws": 1, "gain": "exp2", "tuned": false}'
    mine, yours = staff(SALARIES), staff(SALARIES + 1)
    for problem in (mine, yours, mine):
        paper._run_experiment(chosen, problem)
    assert asked == [mine, yours]


def test_cached_qbrank_effects_belong_to_their_data(monkeypatch) -> None:
    chosen = runs.request(runs.State(alg=("qbrank",), rounds=1, holdout=40)).spec
    found = [
        paper._run_effect(chosen, "tau", (0.5,), 2, staff(SALARIES * rise, qid=np.arange(12) % 6 // 2))
        for rise in (1.0, -1.0)
    ]
    assert found[0] is not found[1]
    assert all(np.isfinite(values).all() for one in found for values in one.values())


CHANGES = {
    "a value": {"X": lambda X: X + np.eye(*X.shape)},
    "a sign of zero": {"X": lambda X: np.where(X == 0, -0.0, X)},
    "a missing value": {"X": lambda X: np.where(X == 51000, np.nan, X)},
    "grades": {"grades": lambda grades: grades * 2},
    "queries": {"qid": lambda qid: 1 - qid},
    "pairs": {"explicit_pairs": lambda _: np.array([[6, 0]], dtype=np.int32)},
    "pair weights": {"pair_weights": lambda _: np.array([2.0])},
    "feature names": {"feature_names": lambda _: ("score", "wage")},
    "ids": {"item_ids": lambda ids: ids[::-1]},
    "labels": {"item_labels": lambda labels: ("boss", *labels[1:])},
    "query names": {"query_ids": lambda _: ("Q",)},
    "binary": {"binary": lambda _: True},
    "source": {"source": lambda _: "table:staff.csv"},
    "title": {"title": lambda _: "Staff"},
    "thresholds": {"thresholds": lambda _: 40},
    "notes": {"notes": lambda _: ("One column is constant.",)},
    "votes": {
        "votes": lambda _: Votes(Tally(("a",), *(np.zeros(1, dtype=int),) * 2, *(np.ones(1),) * 3), 0.5)
    },
    "model": {"model": lambda _: drawn(np.arange(24.0).reshape(12, 2))},
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_identity_changes_with_everything_a_problem_holds(what) -> None:
    problem = staff(SALARIES, qid=np.arange(12) % 2) if what == "queries" else staff(SALARIES)
    ((name, change),) = CHANGES[what].items()
    other = replace(problem, **{name: change(getattr(problem, name))})
    assert other.identity != problem.identity
    assert replace(problem).identity == problem.identity


def test_every_field_of_a_problem_is_in_its_identity() -> None:
    changed = {name for change in CHANGES.values() for name in change}
    assert changed == set(Problem.__dataclass_fields__)
    assert isinstance(inspect.getattr_static(Problem, "identity"), cached_property)  # hashed once a problem


def test_names_do_not_run_together() -> None:
    one = staff(SALARIES, feature_names=["a", 'b", "c'])
    two = staff(SALARIES, feature_names=['a", "b', "c"])
    assert one.identity != two.identity


def test_the_identity_of_a_run_changes_with_what_made_it() -> None:
    problem = staff(SALARIES)
    usual = {"algorithms": "rb-c", "rounds": 4, "undefined": "cap"}
    changes = [
        {},
        {"seed": 1},
        {"undefined": "halt"},
        {"algorithms": "rb-d"},
        {"rounds": 5},
        {"holdout": 0.3},
    ]
    made = [rankviz.trace(problem, **{**usual, **change}) for change in changes]
    identities = {Shown(problem, trace, "same", 0.1).identity for trace in made}
    assert len(identities) == len(made)
    assert Shown(problem, made[0], "other", 0.1).identity not in identities
    assert Shown(problem, made[0], "same", 9.9, "an excerpt").identity in identities


def test_a_file_is_loaded_once_whatever_the_seed(data_folder) -> None:
    (data_folder / "a-file.csv").write_text("item,x,grade\na,1,0\nb,2,1\n")
    state = runs.State(data="table:a-file.csv")
    assert runs.problem(state) is runs.problem(state.but(seed=7))
    made = runs.State(data="synthetic:linear?n=40")
    assert runs.problem(made) is not runs.problem(made.but(seed=7))
    fixed = runs.State(data="synthetic:linear?n=40&seed=3")
    assert runs.problem(fixed) is runs.problem(fixed.but(seed=7))
    assert not np.array_equal(runs.problem(made).X, runs.problem(made.but(seed=7)).X)


def test_a_file_is_looked_through_once_until_it_is_another(tmp_path, monkeypatch) -> None:
    read = []
    for module, name in ((tables.Table, "first"), (letor, "queries"), (movielens, "users")):
        found = pd.DataFrame({name: [1]})
        monkeypatch.setattr(
            module, name, lambda source, name=name, found=found, **_: read.append((name, source)) or found
        )
    path = tmp_path / "a.csv"
    path.write_text("item,x,grade\n")
    for look in (column_roles.table_head, file_contents.letor_queries, file_contents.movielens_users):
        before = len(read)
        for _ in range(3):
            look(file_contents.on_disk(path))
        assert len(read) == before + 1
        path.write_text(path.read_text() + "a,1,2\n")
        look(file_contents.on_disk(path))
        assert len(read) == before + 2
        for content in (b"item,x", b"item,x", b"item,y"):
            upload = uploads.Uploads().store("me", "table", [("a.csv", content)])
            look(file_contents.File(content, uploads.identity(upload), "a.csv"))
        assert len(read) == before + 4
    look(file_contents.on_disk(tmp_path / ("x" * 300)))  # what cannot be is left for the reader to say
