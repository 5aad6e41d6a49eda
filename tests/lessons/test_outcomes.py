"""Acts with all their outcomes: what a saved page answers, and what a class may vote on."""

import re
from dataclasses import replace

import pytest
from helpers.lessons import FIVE

from rankviz.lessons import outcomes
from rankviz.lessons.lesson import Step, made
from rankviz.lessons.outcomes import CHOOSE, DRAG, FIND, FLIP, MARK, Act
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.text import lesson as lessons

STEPS = {
    f"{name} {i}": step for name, each in LESSONS.items() for i, step in enumerate(each.steps, 1) if step.asks
}


def act(step: Step) -> Act:
    found = outcomes.act(step, made)
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
def test_every_act_of_the_lessons_has_its_outcomes(name: str) -> None:
    found = act(STEPS[name])
    right = found.outcomes[found.answer]
    assert right.right and right.reply and found.prompt
    assert all(each.reply for each in found.outcomes)
    assert len({each.choice for each in found.outcomes}) == len(found.outcomes) > 1
    offered, at = found.to_vote()
    assert not re.search(
        "[{}]", " ".join((found.prompt, found.after, *(each.reply for each in found.outcomes)))
    )
    assert offered[at] == right and sum(each.right for each in offered) == 1
    assert len(offered) <= 4 and len({found.name(each) for each in offered}) == len(offered)


def test_a_lesson_of_ones_own_has_every_kind() -> None:
    find, flip, drag, predict, ask = map(act, lessons.read(FIVE).steps)
    assert [each.kind for each in (find, flip, drag, predict, ask)] == [FIND, FLIP, DRAG, CHOOSE, CHOOSE]
    assert [each.choice for each in find.outcomes] == [str(t) for t in range(1, len(find.outcomes) + 1)]
    assert find.start == 1 and find.shows == 6 and find.after == "Found."
    assert flip.table == (("h1", "111011"),) and flip.items == tuple("abcdef")
    assert {each.choice for each in flip.outcomes if each.right} == {"h1:3", "h1:5"}
    assert drag.run == (0, "rb-c")
    alphas = [float(each.choice) for each in drag.outcomes]
    assert alphas == sorted(alphas) and alphas[0] < 2 <= alphas[-1] and 2.5 in alphas
    assert all(each.right == (float(each.choice) >= 2) for each in drag.outcomes)
    assert predict.start == 1 and predict.shows == 2
    told = [each.name(each.outcomes[each.answer]) for each in (find, flip, drag)]
    assert told == [f"Round {find.answer + 1}", "h1 of d", "α = 2.5"]


def test_of_too_many_runs_only_the_answer_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MOST_RUNS", 3)
    (only,) = act(lessons.read(FIVE).steps[1]).outcomes
    assert only.choice == "h1:3" and only.right


def test_a_mark_counts_beside_its_round_and_a_step_without_an_act_has_none() -> None:
    step = STEPS["why-ties-matter 6"]
    found = act(step)
    assert found.kind == MARK and [each.choice for each in found.outcomes if each.right] == ["10", "11", "12"]
    assert outcomes.act(replace(step, find=None), made) is None
