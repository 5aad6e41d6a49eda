"""What an algorithm of the registry owes: an entry in every table by algorithm. No table has a default.

A table that lacks an algorithm, or has one that is not there, is reported with what to add and where. A view asks for
the table's entry, or for a property of the registry's entry, never for an algorithm by its name.
"""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from twins import registry as twins

from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.registry import ALGORITHMS, AnyAlgorithm
from rankviz.estimators import VARIANTS, RankBoost
from rankviz.insight.explain.equations import EQUATIONS
from rankviz.insight.explain.scored import equations as explained
from rankviz.insight.narration.rounds import NARRATORS
from rankviz.insight.theory.rankboost import ALWAYS, NAMES, OF_SCORES, THEOREMS
from rankviz.ui.stage.page import RANKBOOST, WATCH

ROOT = Path(__file__).parents[1]


def boosted(algorithm: AnyAlgorithm) -> bool:
    return isinstance(algorithm, Algorithm)


def scored(algorithm: AnyAlgorithm) -> bool:
    return not boosted(algorithm)


@dataclass(frozen=True)
class Table:
    """A table by algorithm: its name, its file, what an entry of it is, and which algorithms it must have."""

    name: str
    file: str
    entry: str
    by_name: Mapping[str, object]
    has: Callable[[AnyAlgorithm], bool] = lambda algorithm: True

    def faults(self) -> list[str]:
        """What is missing and what is too much, a sentence each."""
        owed = {name for name, algorithm in ALGORITHMS.items() if self.has(algorithm)}
        lacking = [
            f'{self.name} in {self.file} has no "{name}": add {self.entry}'
            for name in sorted(owed - set(self.by_name))
        ]
        odd = sorted(set(self.by_name) - owed)
        return lacking + [f'{self.name} in {self.file} has "{name}", which it is not for' for name in odd]


TABLES = (
    Table(
        "EQUATIONS",
        "rankviz/insight/explain/equations.py",
        "the equations that explain its rounds: α, δ, the bound",
        EQUATIONS,
        boosted,
    ),
    Table(
        "SCORED",
        "rankviz/insight/explain/scored/equations.py",
        "the equations that explain its rounds and its items",
        explained.SCORED,
        lambda algorithm: (
            scored(algorithm) and algorithm.family != "kernel_gd"
        ),  # its step is explained by itself
    ),
    Table(
        "NARRATORS",
        "rankviz/insight/narration/rounds.py",
        "the function that tells a round in words",
        NARRATORS,
    ),
    Table(
        "THEOREMS",
        "rankviz/insight/theory/rankboost.py",
        "what its paper claims, from the file of its family in rankviz/theory",
        THEOREMS,
    ),
    Table("BOOSTED", "tests/twins/registry.py", "its slow twin: picks and α", twins.BOOSTED, boosted),
    Table("SCORED", "tests/twins/registry.py", "its slow twin", twins.SCORED, scored),
)
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@every_table
def test_a_table_has_the_registrys_algorithms_and_no_others(table: Table) -> None:
    assert not table.faults(), "\n".join(table.faults())


@every_table
@pytest.mark.parametrize("like", ["rb-c", "gbt"])
def test_a_new_algorithm_is_reported_with_what_to_add_and_where(
    table: Table, like: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.faults()
    monkeypatch.setitem(ALGORITHMS, "newcomer", replace(ALGORITHMS[like], name="newcomer", label="Newcomer"))
    found = [fault for fault in table.faults() if fault not in before]
    owed = f'{table.name} in {table.file} has no "newcomer": add {table.entry}'
    assert found == ([owed] if table.has(ALGORITHMS[like]) else [])


@every_table
def test_an_entry_of_no_algorithm_is_reported(table: Table) -> None:
    odd = replace(table, by_name={**table.by_name, "gone": None})
    assert odd.faults() == [*table.faults(), f'{table.name} in {table.file} has "gone", which it is not for']


@every_table
def test_the_message_leads_to_the_table(table: Table) -> None:
    assert re.search(rf"^{table.name}\b.*= ", (ROOT / table.file).read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_keys_of_an_algorithms_theorems_are_its_own(name: str) -> None:
    stated = (*THEOREMS.get(name, ()), *(ALWAYS if boosted(ALGORITHMS[name]) else OF_SCORES))
    keys = [theorem.key for theorem in stated]
    assert len(set(keys)) == len(keys), keys
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key) for key in keys), keys


def test_a_theorems_key_and_what_it_says_stand_for_each_other() -> None:
    stated = {
        (theorem.key, theorem.name) for group in (*THEOREMS.values(), ALWAYS, OF_SCORES) for theorem in group
    }
    for side in zip(*stated, strict=True):
        assert len(set(side)) == len(side), sorted(side)
    assert dict(stated) == NAMES


# ---------------------------------------------------------------- what follows from the registry by itself


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
def test_a_family_is_a_folder_and_a_learner_is_in_its_familys(algorithm: AnyAlgorithm) -> None:
    assert algorithm.learn.__module__.startswith(f"rankviz.engine.algorithms.{algorithm.family}.")


def test_the_rankboost_family_is_what_the_estimator_and_the_lessons_offer() -> None:
    family = tuple(name for name, entry in ALGORITHMS.items() if entry.family == "rankboost")
    assert family == VARIANTS == RANKBOOST.offers and tuple(ALGORITHMS) == WATCH.offers
    for name in family:
        offered = {p.name for p in ALGORITHMS[name].parameters}
        assert offered <= set(RankBoost(name).get_params()), (
            f"RankBoost({name!r}) could not set its parameters"
        )


# ---------------------------------------------------------------- and no view asks for a name

ABOUT_SOME = (
    "insight/claims",
    "lessons",
    "ui/pages",
    "lab/experiments/reporting/printed.py",
    "lab/experiments/figures/qbrank_figure_1.py",
)
"""Texts about certain algorithms: they choose them by name, and show no other."""


def asks(tree: ast.AST) -> list[int]:
    """The lines that compare something with an algorithm's name, look at how one begins, or take one from a table."""
    return [node.lineno for node in ast.walk(tree) if _compares(node) or _begins(node) or _takes(node)]


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in ALGORITHMS


def _compares(node: ast.AST) -> bool:
    sides = (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()
    return any(_is_name(leaf) for side in sides for leaf in (side, *getattr(side, "elts", ())))


def _begins(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "startswith" and node.args):
        return False
    text = getattr(node.args[0], "value", "")
    return (
        isinstance(text, str) and "-" in text[1:] and any(name.startswith(text) for name in ALGORITHMS)
    ) or getattr(node.func.value, "attr", "") == "algorithm"


def _takes(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and _is_name(node.slice)


def tables(tree: ast.AST) -> list[int]:
    """The lines of dictionaries whose keys are names of algorithms."""
    found = []
    for node in ast.walk(tree):
        keys = [key.value for key in getattr(node, "keys", ()) if isinstance(key, ast.Constant)]
        if isinstance(node, ast.Dict) and keys and set(keys) <= set(ALGORITHMS):
            found.append(node.lineno)
    return found


def lines_of(look: Callable[[ast.AST], list[int]]) -> list[str]:
    """Where in the package `look` finds something, but for texts about certain algorithms."""
    package = ROOT / "rankviz"
    return [
        f"{file.relative_to(ROOT).as_posix()}:{line}"
        for file in sorted(package.rglob("*.py"))
        if not file.relative_to(package).as_posix().startswith(ABOUT_SOME)
        for line in look(ast.parse(file.read_text(encoding="utf-8")))
    ]


def test_no_view_asks_for_an_algorithm_by_its_name() -> None:
    found = lines_of(asks)
    assert not found, f"ask the registry's entry or a table of this file's instead: {', '.join(found)}"


def test_no_table_by_algorithm_is_without_its_contract() -> None:
    # theorems stand with their families
    known = (*(table.file for table in TABLES), "rankviz/insight/theory/")
    found = [place for place in lines_of(tables) if not place.startswith(known)]
    assert not found, f"give it a line in TABLES here: {', '.join(found)}"


@pytest.mark.parametrize(
    "line",
    [
        'x = run.algorithm == "rb-plus-optimal"',
        'x = run.algorithm in ("rb-d", "rb-c")',
        'x = run.algorithm.startswith("rb-plus")',
        'x = "adaboost" not in names',
        'x = ALPHA.get(run.algorithm, ALPHA["rb-plus"])',
    ],
)
def test_such_a_line_is_found(line: str) -> None:
    assert asks(ast.parse(line)) == [1]
