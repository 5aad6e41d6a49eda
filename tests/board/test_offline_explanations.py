"""The equations that a page carries are those of `explain`: put together again, none has lost or changed a number."""

from typing import Any

import pytest

import rankviz
from rankviz.board.drawer import mathml
from rankviz.board.offline import explanations as there
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.part import part_of
from rankviz.insight.explain import explain, menu, run_names
from rankviz.insight.explain.model import shown


def sentence(found: dict[str, Any], form: int, numbers: str) -> str:
    """A sentence as saved_explanations.js puts it together."""
    each = iter(numbers.split("\t"))
    return "".join(next(each) if letter == "\f" else letter for letter in found["texts"][form])


def equation(tree: list[Any], numbers: list[str]) -> list[Any]:
    """A tree as saved_explanations.js puts it together."""
    tag, attributes, *children = tree
    return [
        tag,
        attributes,
        *(
            equation(child, numbers)
            if isinstance(child, list)
            else numbers[child]
            if isinstance(child, int)
            else child
            for child in children
        ),
    ]


def rounds_of(number: dict[str, Any]) -> list[list[Any]]:
    """The rounds of a number as saved_explanations.js puts them together."""
    table = [column.split("\t") for column in number["columns"]]
    found = []
    for i, (text, form) in enumerate(zip(number["texts"].split("\t"), number["form"], strict=True)):
        values = iter([column[i] for column in table])
        lines, notes, inputs = number["forms"][form]
        found.append(
            [
                text,
                [(*line, "\t".join(next(values) for _ in range(count))) for *line, count in lines],
                [(note, "\t".join(next(values) for _ in range(count))) for note, count in notes],
                [
                    (
                        s,
                        w,
                        key + (next(values) if key.endswith("@") else ""),
                        *(next(values) for _ in range(written)),
                    )
                    for s, w, key, written in inputs
                ],
            ]
        )
        assert set(values) <= {""}
    return found


def text_of(run: dict[str, Any], t: int, key: str, text: str | None = None) -> str:
    """An input's text as saved_explanations.js finds it."""
    key, _, named = key.partition("@")
    return rounds_of(run["numbers"][key])[run["at"].index(int(named or t))][0] if text is None else text


def direct(latex: str) -> list[Any]:
    return mathml._tree(mathml.convert_to_element(mathml._known(latex), display="block"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "algorithms",
    [
        ["rb-d", "rb-c", "rb-plus", "rb-d:undefined=infinite"],
        ["qbrank", "ranksvm", "smooth-margin", "push:p=4"],
    ],
)
def test_every_equation_is_put_together_again(algorithms: list[str]) -> None:
    problem = rankviz.load("synthetic:linear?n=14", seed=2)
    trace = rankviz.trace(problem, algorithms, 6)
    found = explanations(trace, part_of(trace, None))
    assert found["every"] == 1 and list(found["runs"]) == list(run_names(trace))
    checked = 0
    for name, run in run_names(trace).items():
        written = found["runs"][name]
        assert (written["at"], list(written["numbers"])) == (list(range(run.n_rounds + 1)), list(menu(run)))
        for key, number in written["numbers"].items():
            for t, (text, lines, notes, inputs) in enumerate(rounds_of(number)):
                want = explain(trace, run, t, key)
                assert (text, number["symbol"]) == (want.text, want.symbol)
                assert [sentence(found, *note) for note in notes] == list(want.notes)
                assert [(found["texts"][s], k, text_of(written, t, k, *v)) for s, _, k, *v in inputs] == [
                    (each.symbol, each.key, shown(each.value)) for each in want.inputs
                ]
                assert len(lines) == len(want.lines)
                for (label, formula, values, numbers), line in zip(lines, want.lines, strict=True):
                    assert found["texts"][label] == line.equation
                    assert equation(found["math"][formula], []) == direct(line.formula)
                    assert (values < 0) == (line.values == "")
                    if line.values:
                        assert equation(found["math"][values], numbers.split("\t")) == direct(line.values)
                    checked += 1
    assert checked > 200


def test_of_a_large_run_some_rounds_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=14&noise=1", seed=2), ["rb-d", "rb-plus"], 9)
    a_round = sum(len(menu(run)) for run in trace.runs)
    monkeypatch.setattr(there, "MAX_NUMBERS", 3 * a_round)
    few = explanations(trace, part_of(trace, None))
    assert few["every"] == 3 and few["at"] == [0, 3, 6, 9]
    monkeypatch.setattr(there, "MAX_NUMBERS", 10_000)
    monkeypatch.setattr(there, "MOST_PAIRS", trace.problem.n_pairs * a_round)
    assert explanations(trace, part_of(trace, None))["at"] == [0, 9]
