"""Lessons: every number is read from the run, every comparison holds in it, and predictions are judged rightly."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import cases
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy.optimize import minimize
from twins.rankboost import Items

import rankviz
from rankviz.engine.boards import BOARDS
from rankviz.engine.data.builtin import arena
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number, share
from rankviz.engine.runs import candidates, link
from rankviz.insight.claims import CLAIMS
from rankviz.insight.explain import equations, run_named
from rankviz.insight.reference import search
from rankviz.lessons.figure import Change, Crossing, FallsBelow, Gap, Turn
from rankviz.lessons.lesson import NARROW, Ask, AskIdea, AskLargest, Find, Lesson, Mark, RunAt, Step
from rankviz.lessons.predict import (
    BOUND,
    FIRST,
    IDEA,
    LARGEST,
    NONE,
    PAIR,
    RANKER,
    SEVERAL,
    THEOREM,
    question,
    verdict,
)
from rankviz.lessons.quantities.of_runs import AFTER_ROUND, IN_ROUND
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.lessons.tries import Drag, Flip
from rankviz.lessons.vocabulary import VALUE, Facts
from rankviz.ui.stage.page import RANKBOOST

# The curves of tiles of other boards that an event may speak of.
DRAWN = {
    "smooth": ("margin", "smooth_margin"),
    "skew": ("f_tilde", "f_skew", "auc"),
    "risk": ("risk", "risk_bound"),
    "norm": ("norm", "norm_bound"),
}
STEPS = [(lesson, number, step) for lesson in LESSONS.values() for number, step in enumerate(lesson.steps, 1)]
EACH_STEP = pytest.mark.parametrize(
    ("lesson", "number", "step"), STEPS, ids=[f"{lesson.name}-{number}" for lesson, number, _ in STEPS]
)

# Names with a digit in them: losses, bounds, rankers, rounds and what the paper calls its results.
NAMES = re.compile(
    r"R̂\d|Ê\d|U\d|\bh\d|α = 1, Ê1|e\^\(2α′\)|(Lemma|Theorem|Proposition|Observation|[Rr]ound) \d+"
)
COUNTED = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten)\b", re.I)
COMPARES = re.compile(
    r"\b(rises?|rose|risen|falls?|fell|fallen|larger|smaller|more than|less than|stays?|above|below|never|most|least|"
    r"same|lowers?|better|equally|longer|shorter|higher|lower|heavier|heaviest|strongest|jumps|equal|gone|meet|stronger|"
    r"ends? above|loudest|largest|smallest|best)\b"
)


INTRODUCES = {("boosting-by-pairs", 1)}
"""The only step without an act: nothing has been run yet, and no ranker named."""


def test_every_step_asks_for_one_act():
    passive = {(lesson.name, number) for lesson, number, step in STEPS if not step.asks}
    assert passive == INTRODUCES
    for _, _, step in STEPS:
        assert sum(act is not None for act in (step.ask, step.find, step.tries)) == step.asks
    kinds = {type(act) for _, _, step in STEPS for act in (step.ask, step.find, step.tries) if act}
    assert kinds == {Ask, AskIdea, AskLargest, Find, Mark, Flip, Drag}


@pytest.mark.slow
def test_a_round_is_found_and_there_is_one_only():
    """Each wrong round has a reply with its numbers, and what comes after speaks of the round that was found."""
    finds = [(lesson, step) for lesson, _, step in STEPS if step.find]
    assert {lesson.name for lesson, _ in finds} == set(LESSONS)
    for _, step in finds:
        facts, find = step.facts(), step.find
        rounds = range(1, facts.run(find.algorithm).n_rounds + 1)
        fitting = [t for t in rounds if find.fits(facts, t)]
        narrow = isinstance(find, Mark) and len(rounds) >= NARROW
        assert fitting[0] == find.answer(facts) and (isinstance(find, Mark) or len(fitting) == 1)
        assert not any(find.accepts(facts, t) for t in (-5, len(rounds) + 2, find.start))
        for t in rounds:
            near = narrow and any(abs(t - s) == 1 for s in fitting)
            assert find.accepts(facts, t) == (t in fitting or near)
            assert re.search(rf"[Rr]ound {t} ", find.reply(facts, t))
            assert re.search(r"is −?\d|α of −?\d", find.reply(facts, t))
        assert step.after and find.start <= len(rounds)
        marked = step.figure.settings(facts, marked=False)["chart"]
        assert not marked["marks"] and not marked["gap"], "the figure does not say where it is"


def test_a_wrong_mark_is_told_where_to_look():
    """Before the crossing it is later, after it earlier; beside it there is nothing to tell."""
    step = LESSONS["three-ways-to-count-a-tie"].steps[5]
    facts, mark = step.facts(), step.find
    assert isinstance(mark, Mark)
    at = mark.answer(facts)
    assert mark.reply(facts, at - 2).endswith("It rises above the line later.")
    assert mark.reply(facts, at + 2).endswith("It rises above the line earlier.")
    for t in (at - 1, at, at + 1):
        reply = mark.reply(facts, t)
        assert mark.accepts(facts, t) and reply.endswith(".") and "line" not in reply


def test_a_round_that_only_comes_too_late_is_told_so():
    """Lesson 2, step 5: in the last round the two errors are equal as well, and that is not where they meet."""
    step = LESSONS["why-ties-matter"].steps[4]
    facts, find = step.facts(), step.find
    late = "But that was already true one round earlier. Look further back."
    assert find.reply(facts, find.start).endswith(late)
    at = find.answer(facts)
    assert not any(late in find.reply(facts, t) for t in range(1, at + 1))
    assert all(find.reply(facts, t).endswith(" It is a later round.") for t in range(1, at))


def test_among_few_rounds_a_mark_is_that_round_alone():
    """Lesson 5, step 4: after round 1 R̂1 is far below the bound."""
    step = LESSONS["when-theory-breaks"].steps[3]
    facts, mark = step.facts(), step.find
    assert isinstance(mark, Mark) and mark.answer(facts) == 2
    assert not mark.accepts(facts, 1) and mark.reply(facts, 1).endswith("The lines cross later.")


def test_a_run_that_a_flip_ends_early_says_why():
    """Lesson 4, step 2: the flip is right, and α is undefined in the next round."""
    step = LESSONS["what-a-bound-buys"].steps[1]
    asked, before = step.tries, step.moment.run()
    facts = asked.facts(before, asked.changed(step.moment.spec, "h5:1").trace())
    assert asked.met(facts) and asked.reply(facts).endswith("(ε⁻ = 0), so RB-D stops after round 1.")
    facts = asked.facts(before, asked.changed(step.moment.spec, "h4:0").trace())
    assert not asked.met(facts) and asked.reply(facts).endswith("(ε⁻ = 0), so RB-D stops before round 1.")


def test_what_is_asked_of_the_end_is_shown_at_the_end():
    """Lesson 5, step 6: the changed run has a round more than the original, and its last loss is the one told."""
    step = LESSONS["when-theory-breaks"].steps[5]
    before = step.moment.run()
    facts = step.tries.facts(before, step.tries.changed(step.moment.spec, step.tries.answer).trace())
    assert step.tries.shows(facts, step.moment.t) == facts.run("rb-d").n_rounds > step.moment.t
    other = LESSONS["when-theory-breaks"].steps[2]
    assert other.tries.shows(other.facts(), other.moment.t) == other.moment.t


def shown_texts(step: Step) -> Iterator[str]:
    """Everything that a step can show: before its act, after each wrong and each right choice, and at its end."""
    facts = changed = step.facts()
    yield from (
        step.heading,
        step.many,
        json.dumps(step.figure.settings(facts)["chart"]["level"]).strip("{}"),
    )
    if step.ask is not None:
        asked = step.ask.question(step.moment.run())
        assert asked is not None
        yield asked.prompt
        for option in asked.options:
            yield from (option.label, option.hint, option.why, verdict(asked, option.label))
    if step.find is not None:
        yield step.find.task(facts)
        yield from (step.find.reply(facts, t) for t in range(facts.run(step.find.algorithm).n_rounds + 1))
    if step.tries is not None:
        before = step.moment.run()
        yield step.tries.task(facts)
        for choice in _choices(step):
            changed = step.tries.facts(before, step.tries.changed(step.moment.spec, choice).trace())
            yield step.tries.reply(changed)
            if step.note is not None:
                yield from (cell for row in step.note.cells(changed, tried=True) for cell in row)
            yield from (each.words(changed) for each in step.after if step.tries.met(changed))
    elif step.note is not None:
        yield from (cell for row in step.note.cells(facts) for cell in row)
    of_step = [each for each in step.sentences() if each not in step.after or step.tries is None]
    yield from (each.words(facts) for each in of_step)


@EACH_STEP
@pytest.mark.slow
def test_no_text_is_shown_with_braces(lesson: Lesson, number: int, step: Step):
    """A placeholder that nobody fills reads {rb-d.pick@1}."""
    end = [*lesson.summary, *(cell for table in lesson.tables for row in table for cell in row)]
    texts = [lesson.title, lesson.about, *end, *shown_texts(step)]
    assert not [text for text in texts if "{" in text or "}" in text]


@EACH_STEP
def test_what_is_changed_is_judged_by_its_run(lesson: Lesson, number: int, step: Step):
    """The answer reaches the goal, doing nothing does not, and each thing one can do has a reply and a note."""
    asked = step.tries
    if asked is None:
        return
    spec, before = step.moment.spec, step.moment.run()
    assert not asked.met(asked.facts(before, before))
    met = {}
    for choice in _choices(step):
        facts = asked.facts(before, asked.changed(spec, choice).trace())
        met[choice] = asked.met(facts)
        words = asked.reply(facts)
        assert (
            re.search(r"\d", words) and words.endswith(".") and not re.search(r"nan|inf|None|[{}]", words)
        ), words
        if step.note:
            assert all(cell for row in step.note.cells(facts, tried=True) for cell in row[1:])
        if choice == asked.answer:
            assert all(sentence.holds(facts) for sentence in step.after)
    assert met[asked.answer] and not all(met.values()), "it can fail"
    for wrong in ("h9:1", "h1:99", "rb-d:7:alpha=1", f"{asked.algorithm}:{asked.t}:ranker=0", "nothing"):
        with pytest.raises(DataError):
            asked.changed(spec, wrong)


def _choices(step: Step) -> list[str]:
    """All flips; of a drag the answer and three others."""
    asked = step.tries
    if isinstance(asked, Flip):
        items = step.moment.run().problem.n_items
        return [f"{ranker}:{row}" for ranker in asked.rankers for row in range(items)]
    assert isinstance(asked, Drag)
    return [asked.answer, *(f"{asked.algorithm}:{asked.t}:alpha={alpha}" for alpha in (-0.3, 0.3, 0.9))]


def test_a_flip_changes_one_answer_and_nothing_else():
    step = LESSONS["why-ties-matter"].steps[0]
    assert isinstance(step.tries, Flip)
    before = step.moment.run().problem
    after = step.tries.changed(step.moment.spec, "breakfast:5").trace().problem
    changed = np.argwhere(before.X != after.X)
    assert changed.tolist() == [[5, 0]]
    assert np.array_equal(before.pairs, after.pairs) and after.feature_names == before.feature_names


def test_a_flip_is_judged_by_what_the_prompt_says():
    """Lesson 2, step 2: right is what orders more pairs and lowers both errors, and no other; RB-D halts on none."""
    step = LESSONS["why-ties-matter"].steps[1]
    assert isinstance(step.tries, Flip)
    before = step.moment.run()

    def counted(trace):
        higher, lower = trace.problem.pairs.T
        quiet = trace.problem.X[:, trace.problem.feature_names.index("quiet")]
        gap = quiet[higher] - quiet[lower]
        right, ties, wrong = (int((np.sign(gap) == way).sum()) for way in (1, 0, -1))
        return right, ties + wrong, ties / 2 + wrong, wrong

    was, right = counted(before), []
    for choice in _choices(step):
        after = step.tries.changed(step.moment.spec, choice).trace()
        now, facts = counted(after), step.tries.facts(before, after)
        if now[0] > was[0] and now[1] < was[1] and now[2] < was[2]:
            right.append(choice)
        assert step.tries.met(facts) == (choice in right), choice
        assert f"orders {now[0]} pairs and reverses {now[3]}" in step.tries.reply(facts)
        assert after.runs[0].n_rounds == step.moment.spec.rounds
    assert right == ["quiet:1", "quiet:4", "quiet:6"]


def test_what_a_goal_asks_of_the_pick_its_prompt_asks_too():
    for _, _, step in STEPS:
        if step.tries and any(".pick@" in check for check in step.tries.goal):
            assert "pick" in step.tries.prompt, step.tries.prompt


def test_rb_c_s_weight_is_best_by_a_bound_and_not_by_its_loss():
    """Lesson 3, step 1: Z of RB-C, by ε⁺, ε⁰, ε⁻, is less at a longer step; its bound (18) is not."""
    step = LESSONS["three-ways-to-count-a-tie"].steps[0]
    run = step.moment.run().run("rb-c")
    plus, tied, minus = (float(each[0]) for each in (run.eps_correct, run.eps_tied, run.eps_reversed))
    alpha = float(run.alpha[0])

    def z(a, tie=1.0):
        return plus * np.exp(-a) + minus * np.exp(a) + tied * tie

    assert z(1.1 * alpha) < z(alpha)
    assert z(alpha, np.cosh(alpha)) < min(z(f * alpha, np.cosh(f * alpha)) for f in (0.9, 1.1))
    words = " ".join(sentence.text for sentence in step.after)
    assert "Each α" not in words and "a bound on its loss in which a tie adds cosh α" in words


def test_what_was_is_the_run_before():
    step = LESSONS["what-a-bound-buys"].steps[0]
    assert isinstance(step.tries, Drag)
    before, after = step.moment.run(), step.tries.changed(step.moment.spec, "rb-d:2:alpha=2").trace()
    facts = step.tries.facts(before, after)
    assert facts.value("rb-d.alpha@2") == 2
    assert facts.value("was.rb-d.alpha@2") == before.run("rb-d").alpha[1]
    assert facts.value("rb-d.z@1") == facts.value("was.rb-d.z@1")


def test_there_are_five_short_lessons():
    assert len(LESSONS) >= 5
    for name, lesson in LESSONS.items():
        assert name == lesson.name and re.fullmatch(r"[a-z-]+", name)
        assert 4 <= len(lesson.steps) <= 8
        assert lesson.title and lesson.about and lesson.icon


def test_every_lesson_asks_for_a_prediction():
    asked = [getattr(step.ask, "kind", LARGEST) for _, _, step in STEPS if step.ask]
    assert {lesson.name for lesson, _, step in STEPS if step.ask} == set(LESSONS)
    assert RANKER in asked and PAIR in asked


@EACH_STEP
def test_a_step_is_short_and_points_at_a_panel(lesson: Lesson, number: int, step: Step):
    assert 1 <= len(step.paragraphs) <= 2
    assert 1 <= len(step.figure.tiles) <= 2 and set(step.figure.tiles) <= set(BOARDS[step.figure.board].tiles)
    facts = step.facts()
    for paragraph in step.paragraphs:
        assert len(" ".join(sentence.words(facts) for sentence in paragraph)) <= 300
    assert 0 <= step.moment.t <= max(run.n_rounds for run in facts.trace.runs)


@EACH_STEP
def test_no_digit_stands_in_the_prose_but_those_read_from_the_run(lesson: Lesson, number: int, step: Step):
    """Else it is compared with in a check of its own sentence, or 0 or 1 in a definition."""
    assert not re.search(r"\d", NAMES.sub("", step.heading))
    for sentence in step.sentences():
        prose = NAMES.sub("", VALUE.sub("", sentence.text))
        checked = {each for check in sentence.checks for each in re.findall(r"(?<= )-?(\d+)(?= |$)", check)}
        known = {"0", "1"} if sentence.general else checked
        assert set(re.findall(r"\d+", prose)) <= known, sentence.text
        assert sentence.general or not COUNTED.search(prose), sentence.text
    for found in re.findall(r"[Rr]ound (\d+)", " ".join(sentence.text for sentence in step.sentences())):
        assert int(found) <= step.moment.spec.rounds


@EACH_STEP
def test_what_is_said_is_so(lesson: Lesson, number: int, step: Step):
    facts = step.facts()
    for sentence in step.sentences():
        if step.tries and sentence in step.after:
            continue  # about the changed run
        for check in sentence.checks:
            assert facts.holds(check), f"{check} does not hold, though it says: {sentence.words(facts)}"
        assert sentence.holds(facts)
        words = sentence.words(facts)
        assert not re.search(r"nan|inf|None|[{}]", re.sub(r"infinit[ey]|\{[a-c,]*\}", "", words)), words
        assert words[0].isupper() or words[0] in "Êŝ" or words.startswith(("h1", "h2", "a")), words
        assert words.endswith((".", "?")), words


@EACH_STEP
def test_what_compares_is_checked_or_general_and_that_takes_nothing_from_the_run(
    lesson: Lesson, number: int, step: Step
):
    for sentence in step.sentences():
        if sentence.general:
            assert not sentence.checks and not VALUE.search(sentence.text)
        elif COMPARES.search(VALUE.sub("", sentence.text)):
            assert sentence.checks or re.search(
                "belongs above|should rank above|gains most", sentence.text
            ), sentence.text


def test_every_term_is_explained_where_it_is_first_met():
    marked = re.compile(r"\*([^*]+)\*")
    for lesson in LESSONS.values():
        terms = [t for step in lesson.steps for s in step.sentences() for t in marked.findall(s.text)]
        assert len(terms) >= 1


@EACH_STEP
def test_the_events_of_a_figure_are_in_the_run_and_its_curves_are_drawn(
    lesson: Lesson, number: int, step: Step
):
    facts = step.facts()
    marks = step.figure.settings(facts)["chart"]["marks"]
    marked = {(run_named(facts.trace, name).contender, key, t) for name, key, t in marks}
    for event in step.figure.shows:
        assert event.check(facts), event
        for point in event.points(facts):
            algorithm, _, measure = point.curve.rpartition(".")
            assert not point.t or (algorithm, measure, point.t) in marked
            assert algorithm in step.moment.spec.algorithms
            if step.figure.board == "watch":
                assert "losses" in step.figure.tiles
                assert step.figure.unseen or not measure.endswith("_holdout")
                assert measure.removesuffix("_holdout") in (step.figure.curves or ())
            else:
                assert any(measure in DRAWN.get(tile, ()) for tile in step.figure.tiles)
            assert 0 <= point.t < len(facts.course(point.curve))


@pytest.mark.parametrize(
    ("event", "holds"),
    [
        (Crossing("rb-d.r1", "rb-d.bound", 2), True),
        (Crossing("rb-d.r1", "rb-d.bound", 1), False),
        (Crossing("rb-d.bound", "rb-d.r1", 2), False),
        (Gap("rb-d.r1", "rb-d.bound", 2), True),
        (Gap("rb-d.r1", "rb-d.bound", 1), False),
        (Turn("rb-d.r1", 1), True),
        (Turn("rb-d.r1", 2), False),
        (Turn("rb-d.bound", 2), False),
        (FallsBelow("rb-d.bound", "rb-d.r1@2", "R̂1", 2), True),
        (FallsBelow("rb-d.bound", "rb-d.r1@2", "R̂1", 1), False),
        (Change("rb-d.r1", 1, 2), True),
        (Change("rb-d.r1", 1, 1), False),
    ],
)
def test_an_event_is_told_from_what_is_none(event, holds):
    """Lemma 1 with the infinite weight: R̂1 is 1, 0.36, 0.8, its bound 1, 0.835, 0.737."""
    facts = Facts(run(("rb-d",), "scenario:lemma-1", 10, undefined="infinite"), 2)
    assert event.check(facts) is holds


@EACH_STEP
def test_a_question_s_words_are_on_the_screen(lesson: Lesson, number: int, step: Step):
    """What the learner needs to work it out: yes and no of few items, else shares of weight or values of items."""
    if step.ask is None:
        return
    trace = step.moment.run()
    asked = step.ask.question(trace)
    if asked.kind == IDEA:
        # It asks what will happen, not for a sum: each option is told from the others by what it claims of the run.
        assert all(idea.checks for idea in step.ask.ideas) and not any(
            option.hint for option in asked.options
        )
    elif asked.kind != LARGEST and trace.problem.n_items <= 12:
        needed = [o.label for o in asked.options] if step.ask.kind == RANKER else [asked.says[0][0]]
        assert [label for label, _ in asked.says] == needed
        by_label = {trace.pool.label(j): j for j in range(len(trace.pool))}
        for label, says in asked.says:
            assert list(says) == [bool(yes) for yes in trace.pool.output(by_label[label])]
    else:
        assert all(re.search(r"\d", option.hint) for option in asked.options)


@EACH_STEP
def test_what_is_asked_and_answered_has_no_signs_of_markdown(lesson: Lesson, number: int, step: Step):
    """It is shown as it is written, unlike the words of a step: an asterisk would stand on the screen."""
    texts = [each for act in (step.find, step.tries) if act for each in (act.prompt, act.here)]
    if step.ask:
        asked = step.ask.question(step.moment.run())
        texts += [asked.prompt, *(part for o in asked.options for part in (o.label, o.hint, o.why))]
    assert not [text for text in texts if re.search(r"[*`]", text)]


@EACH_STEP
def test_predictions_have_one_right_answer_and_say_why(lesson: Lesson, number: int, step: Step):
    if step.ask is None:
        return
    trace = step.moment.run()
    asked = step.ask.question(trace)
    few = asked.kind == RANKER and len(trace.pool) <= 5
    assert asked is not None and 3 <= len(asked.options) <= (5 if few else 4)
    assert not few or len(asked.options) == len(trace.pool), "none is left out"
    assert sum(option.right and not option.equal for option in asked.options) == 1
    for option in asked.options:
        text = verdict(asked, option.label)
        assert text.startswith("Right." if option.right else "Not this one.")
        named = asked.kind != IDEA or option.right  # the label of a wrong idea would read as a correction
        assert (option.label.lower() in text.lower()) == named and re.search(r"\d", text)
        assert option.right or asked.answer.why not in text  # another try is left


def test_every_lesson_leads_on():
    for lesson in LESSONS.values():
        assert 2 <= len(lesson.summary) <= 4
        assert lesson.onward.claims and set(lesson.onward.claims) <= set(CLAIMS)
        assert set(lesson.onward.challenges) <= set(CHALLENGES)
        for text in lesson.onward.equations:
            symbols, entries = search(text)
            assert 1 <= len(symbols) + len(entries) <= 8, text


def run(names=("rb-d", "rb-c", "rb-plus"), data="synthetic:coarse", rounds=12, **how):
    return rankviz.trace(rankviz.load(data), list(names), rounds=rounds, **how)


def test_facts_are_the_trace_s_own_numbers():
    trace = run(holdout=0.25)
    facts = Facts(trace, 5)
    for each in trace.runs:
        for word, name in IN_ROUND.items():
            assert facts.value(f"{each.algorithm}.{word}@3") == getattr(each, name)[2]
        for word in AFTER_ROUND:
            logs = each.metrics.get(f"log_{word}")
            value = each.metrics[word][5] if logs is None else np.exp(logs[5])
            assert facts.value(f"{each.algorithm}.{word}") == value
        assert facts.value(f"{each.algorithm}.rounds") == each.n_rounds
        assert facts.value(f"{each.algorithm}.edge@2") == -each.delta[1]
        assert facts.text(f"{each.algorithm}.pick@1") == trace.pool.label(int(each.ranker[0]))
        table = candidates.table(trace, each, 2)
        rest = table["delta"][~table["chosen"]]
        assert facts.value(f"{each.algorithm}.second@2") == -rest[rest.abs().idxmax()]
        left = trace.scores(each, 5)[trace.problem.pairs]
        assert facts.value(f"{each.algorithm}.undecided") == pytest.approx(np.mean(left[:, 0] == left[:, 1]))
    assert facts.value("pairs") == trace.problem.n_pairs
    assert facts.value("held_out") == trace.holdout.n_items


def test_facts_of_the_other_papers_are_the_runs_own_numbers():
    facts = Facts(run(("smooth-margin", "rb-d"), "scenario:margin-cycle", 8, negative_alpha=False), 8)
    assert facts.value("rho") == pytest.approx(5 / 13)
    pool = facts.trace.pool
    labels = [pool.label(ranker) for ranker in range(len(pool))]
    assert sum(facts.value(f"{label}.best") for label in labels) == pytest.approx(1.0)
    smooth = facts.run("smooth-margin")
    assert facts.value("smooth-margin.smooth_margin@8") == smooth.metrics["smooth_margin"][8]
    weights = smooth.weights_at(8)
    share = weights[labels.index("h4")] / sum(weights.values())
    assert facts.value("smooth-margin.share:h4@8") == pytest.approx(share)
    facts = Facts(run(("kernel-gd",), "inline:?grades=1,0,0&items=a,b,c&x=1,2,4", 3), 3)
    kernel = facts.run("kernel-gd")
    assert facts.value("kernel-gd.norm") == kernel.extra["norm"][3]
    assert facts.value("kernel-gd.rise:b@1") == facts.trace.scores(kernel, 1)[1]
    assert facts.value("kernel-gd.coefficient:a@1") > 0 > facts.value("kernel-gd.coefficient:b@1")
    assert facts.value("item:c.x") == 4 and facts.text("item:a.grade") == "1"
    assert facts.text("item:a.query") == "1 0 0"


def test_facts_of_the_top_and_of_lower_items_are_counted_anew():
    facts = Facts(run(("push", "rb-d"), "bundled:diabetes?grades=4&items=50", 8, undefined="limit"), 8)
    trace, push = facts.trace, facts.run("push")
    grades, scores, weights = trace.problem.grades, trace.scores(push, 8), trace.weights(push, 8)
    above = scores[grades == 3] > scores[grades < 3].max() + 1e-9
    assert 0 < facts.value("push.top@8") == above.mean() and facts.text("push.p") == "4"
    shares = [facts.value(f"push.on-grade:{grade}@8") for grade in range(3)]
    assert sum(shares) == pytest.approx(1.0) and shares[0] == pytest.approx(
        sum(weight for weight, (_, low) in zip(weights, trace.problem.pairs, strict=True) if grades[low] == 0)
    )
    rows = np.flatnonzero(grades == 0)
    of_items = [facts.value(f"push.on:{trace.problem.item_ids[row]}@8") for row in rows]
    assert sum(of_items) == pytest.approx(shares[0])
    with pytest.raises(KeyError):
        facts.value("push.on-grade:7@8")


def test_a_target_is_half_the_mean_of_what_a_grade_lies_above_the_others_as_the_lesson_says():
    data = "synthetic:single-grade?n=40&pages=8&single=0&shift=2&seed=1"
    facts = Facts(run(("qbrank",), data, 1, w=1.0, labels="none", weighting="bound"), 1)
    problem = facts.trace.problem
    for rows in problem.query_rows():
        grades = problem.grades[rows]
        for item, grade in zip(rows, grades, strict=True):
            others = grade - grades[grades != grade]
            name = problem.item_ids[item]
            assert facts.value(f"qbrank.target:{name}@1") == pytest.approx(others.mean() / 2)


def test_numbers_are_compared_as_they_are_read():
    """0.0998 is read as 10 %; a sentence that claims it is above 0.0999 is wrong all the same."""
    moons = "kernel?data=synthetic:moons?n=80&alg=kernel-gd&rounds=30&holdout=0&loss=least-squares&regularisation=0.5"
    facts = Facts(link.read(moons).spec.trace(), 1)
    find = Find("kernel-gd", "", "", ("kernel-gd.norm@before < 0.800 ≤ kernel-gd.norm@here",))
    exact = facts.value("kernel-gd.norm@17") / facts.value("kernel-gd.norm_bound@17")
    assert 0.0995 < exact < 0.1 and facts.text("kernel-gd.of_line@17").startswith("10")
    assert find.answer(facts) == 18, "0.798 is read as less than 0.8"
    assert not facts.holds("kernel-gd.of_line@17 ≥ 0.100") and facts.holds(
        "kernel-gd.of_line@17 ≥ 0.100", as_read=True
    )
    assert not facts.holds("kernel-gd.of_line@16 ≥ 0.100", as_read=True)
    assert not facts.holds("0.0998 ≥ 1", as_read=True), "a whole number rounds nothing"


def test_the_two_rankings_of_the_last_lesson_differ_by_how_often_a_model_plays():
    """Lesson 10, step 5: RB-D ranks as Bradley–Terry, RankBoost+ as net wins; their top three are reversed."""
    step = LESSONS["what-is-a-tie-worth"].steps[4]
    trace = step.moment.run()
    ids = np.array(trace.problem.item_ids)
    order = {run.algorithm: ids[np.argsort(-trace.scores(run, run.n_rounds))].tolist() for run in trace.runs}
    assert order["rb-d"] == order["bradley-terry"] and order["rb-plus"] == order["net-wins"]
    assert order["rb-d"][:3] == ["m01", "m02", "m03"] == order["rb-plus"][2::-1]
    settled = [ids[np.argsort(-trace.scores(run, step.moment.t))].tolist() for run in trace.runs[:2]]
    assert settled == [order["rb-d"], order["rb-plus"]], "the round of the answer shows how it ends"
    counts = arena.draw_battles(6, 1500, 1.5, "none", 4)
    votes = counts.won + counts.lost + counts.tied + counts.bad
    played = [votes[(counts.a == row) | (counts.b == row)].sum() for row in range(6)]
    assert counts.names[int(np.argmax(played))] == "m03" and max(played) > 0.8 * votes.sum()


def test_pos_at_top_is_drawn_where_it_is_asked_for():
    """Lesson 7: no run keeps it, so the figure has it, counted here from the scores."""
    for step in (LESSONS["the-price-of-a-push"].steps[at] for at in (2, 5)):
        facts = step.facts()
        chart = step.figure.settings(facts)["chart"]
        assert step.find and isinstance(chart, dict)
        trace = facts.trace
        assert [len(values) for values in chart["series"]["values"]] == [
            run.n_rounds + 1 for run in trace.runs
        ]
        top = trace.problem.grades == trace.problem.grades.max()
        for run, values in zip(trace.runs, chart["series"]["values"], strict=True):
            for t in (1, step.find.answer(facts)):
                scores = trace.scores(run, t)
                clear = float((scores[top] > scores[~top].max() + 1e-9).mean())
                assert values[t] == pytest.approx(clear)


def test_equal_rankers_are_all_right_and_none_is_left_out():
    """In round 2 h2 and h3 have one edge on the weights of round 1, counted here pair by pair."""
    spec = link.read(
        "?data=inline:?grades=6,5,4,3,2,1%26h1=111011%26h2=111110%26h3=101100%26h4=110100"
        "%26items=Ada,Bo,Cleo,Dee,Eli,Fay&alg=rb-c&rounds=2&t=1"
    )
    step = LESSONS["boosting-by-pairs"].steps[4]
    trace = RunAt(spec.spec, 1).run()
    asked = replace(step, moment=RunAt(spec.spec, 1)).ask.question(trace)
    higher, lower = trace.problem.pairs.T
    weights = trace.weights(trace.runs[0], 1)
    edges = (trace.problem.X[higher] - trace.problem.X[lower]).T @ weights
    assert edges[1] == pytest.approx(edges[2]) and edges[1] > max(edges[0], edges[3])
    assert [option.label for option in asked.options] == ["h1", "h2", "h3", "h4"]
    assert [option.right for option in asked.options] == [False, True, True, False]
    assert asked.answer.label == "h2" and "as good as that of h2" in asked.option("h3").why
    assert verdict(asked, "h3").startswith("Right.")
    assert "reverses 9.7" in asked.option("h1").why and "Dee over Eli, Dee over Fay" in asked.option("h1").why


def test_the_three_rules_stand_in_one_table_taken_from_their_home():
    """Lesson 3: at its end; the step that reweights has this round's factors."""
    lesson = LESSONS["three-ways-to-count-a-tie"]
    step = lesson.steps[1]
    rules = [equations.EQUATIONS[name].ties for name in ("rb-d", "rb-c", "rb-plus")]
    assert step.note and re.fullmatch(r"×1 ×1 ×1\.1\d", " ".join(step.note.cells(step.facts())[1][1:]))
    for row, rule, name in zip(lesson.tables[0][1:], rules, ("RB-D", "RB-C", "RankBoost+"), strict=True):
        assert row[0] == f"{name} {rule.words}"
    assert [row[2] for row in lesson.tables[0][1:]] == [rule.factor for rule in rules]
    assert all(row[1].startswith(rule.alpha) for row, rule in zip(lesson.tables[0][1:], rules, strict=True))
    assert lesson.tables[0][3][1].endswith("p = 1 / (1 + e^(2α′)), q = 1 − p"), (
        "p and q stand with the formula"
    )
    assert "code" in step.figure.tiles


def test_a_tie_is_split_as_the_lesson_writes_it():
    """Lesson 3, step 6 and its table at the end: p and q, and from them the α that the engine has."""
    steps = LESSONS["three-ways-to-count-a-tie"].steps
    facts = steps[5].facts()
    run = facts.run("rb-plus")
    for t in range(1, run.n_rounds + 1):
        prior, plus, tied, minus = (
            facts.value(f"rb-plus.{what}@{t}") for what in ("prior", "correct", "tied", "reversed")
        )
        p = 1 / (1 + np.exp(2 * prior))
        assert facts.value(f"rb-plus.for@{t}") == pytest.approx(p)
        assert facts.value(f"rb-plus.against@{t}") == pytest.approx(1 - p)
        alpha = np.log((plus + p * tied) / (minus + (1 - p) * tied)) / 2
        assert facts.value(f"rb-plus.alpha@{t}") == pytest.approx(alpha, abs=1e-9)
        assert facts.value(f"rb-c.for@{t}") == facts.value(f"rb-c.against@{t}") == 0.5
    assert steps[5].note and [row[0] for row in steps[5].note.rows] == ["round 1", "round 9"]
    again = [t for t in range(1, run.n_rounds + 1) if run.ranker[t - 1] in run.ranker[: t - 1]]
    assert again[0] == 9


def test_counting_ties_keeps_alpha_finite_and_the_theorems_true():
    """Lesson 5, step 8: where RB-D halts, on the same data; Ê2's minimum is found here by another way."""
    lesson = LESSONS["when-theory-breaks"]
    halted, step = lesson.steps[1], lesson.steps[7]
    assert step.moment.spec.data == halted.moment.spec.data
    trace, stopped = step.moment.run(), halted.moment.run().run("rb-d")
    run = trace.run("rb-plus")
    assert stopped.n_rounds == 1 and run.n_rounds == 23 and "every δ is 0" in run.stopped
    higher, lower = trace.problem.pairs.T
    outputs = np.stack([trace.pool.output(j).astype(float) for j in range(len(trace.pool))], axis=1)
    gaps = outputs[higher] - outputs[lower]

    def e2(eta):
        return np.where(gaps == 0, np.cosh(eta), np.exp(-gaps * eta)).prod(1).mean()

    least = minimize(e2, np.zeros(gaps.shape[1]), tol=1e-12).fun
    assert np.exp(run.metrics["log_e2"][-1]) == pytest.approx(least, rel=1e-9)
    assert np.isfinite(run.alpha).all() and (run.eps_reversed == 0).any()
    losses = run.metrics["r2"], np.exp(run.metrics["log_e2"]), np.exp(run.metrics["log_bound"])
    for smaller, larger in itertools.pairwise(losses):
        assert (smaller <= larger + 1e-12).all()


def test_facts_refuse_what_is_not_there():
    facts = Facts(run(("rb-d",), "scenario:lemma-1"), 1)
    for key in (
        "rb-c.r1", "rb-d.alpha@9", "h7.right", "nothing", "rb-d.nothing@1", "item:nobody.grade", "item:a0.grade",
        "rb-d.target:a0@1", "rb-d.rise:nobody@1", "rb-d.f_skew@1",
    ):  # fmt: skip
        with pytest.raises((KeyError, AttributeError)):
            facts.value(key)
    with pytest.raises(KeyError):
        facts.holds("rb-d.r1 is small")
    with pytest.raises(KeyError):
        facts.holds("rb-d.pick@1 < 2")


def test_comparisons():
    facts = Facts(run(("rb-plus",), rounds=8), 8)
    assert facts.holds("rb-plus.e2 never rises") and not facts.holds("rb-plus.e2 rises")
    assert facts.holds("rb-plus.r2@8 ≤ rb-plus.e2@8 < 1")
    assert facts.holds("2 = 2") and not facts.holds("2 < 2") and facts.holds("2 ≤ 2") and facts.holds("3 ≠ 2")
    # Nothing is held out: no value, so no comparison holds.
    assert not facts.holds("rb-plus.r2_holdout@8 < 1")


def test_the_pairs_a_ranker_orders_are_counted_as_the_paper_has_them():
    facts = Facts(run(("rb-d",), "scenario:proposition-1", 1), 0)
    assert [facts.value(f"h1.{what}") for what in ("right", "ties", "wrong")] == [3, 15, 1]
    assert [facts.value(f"h2.{what}") for what in ("right", "ties", "wrong")] == [7, 7, 5]
    assert facts.value("h1.e1") == pytest.approx(0.990627, abs=1e-6)
    assert facts.value("h2.e1") == pytest.approx(1.219293, abs=1e-6)


@pytest.mark.parametrize("algorithm", RANKBOOST.offers)
@pytest.mark.parametrize("kind", [RANKER, PAIR, BOUND, FIRST, THEOREM])
def test_any_run_can_be_predicted(algorithm, kind):
    trace = run((algorithm,), "bundled:diabetes?items=50", rounds=6)
    each = trace.run(algorithm)
    for t in range(1, each.n_rounds + 1):
        asked = question(trace, each, t, kind)
        if asked is None:
            continue
        assert len({option.label for option in asked.options}) == len(asked.options) <= 4
        assert sum(option.right and not option.equal for option in asked.options) == 1
        if kind == RANKER:
            assert asked.answer.label == trace.pool.label(int(each.ranker[t - 1]))
    assert question(trace, each, each.n_rounds + 1, kind) is None
    assert question(trace, each, 0, kind) is None


def test_a_question_names_the_rule_that_the_run_picks_by():
    """Smooth Margin has no negative weights; a run that chooses by the step takes the least Z = ε⁰ + 2√(ε⁺ε⁻)."""
    smooth = run(("smooth-margin",), "scenario:margin-cycle", 3)
    asked = question(smooth, smooth.runs[0], 1, RANKER)
    assert asked is not None and asked.prompt.endswith("It takes the largest edge.")
    trace = rankviz.trace(rankviz.load("synthetic:coarse"), "rb-d", rounds=12, choose="step")
    each, smaller_edge = trace.runs[0], 0
    for t in range(1, each.n_rounds + 1):
        asked = question(trace, each, t, RANKER)
        assert asked is not None and asked.prompt.endswith("the one whose step leaves the smallest Z.")
        table = candidates.table(trace, each, t, limit=60).set_index("ranker")
        z = table["eps_tied"] + 2.0 * np.sqrt(table["eps_correct"] * table["eps_reversed"])
        for option in asked.options:
            never_wrong = table["eps_reversed"][option.label] == 0
            assert ("no finite step" if never_wrong else f"Z = {number(z[option.label])}") in option.why
            assert option.right == (z[option.label] <= z[asked.answer.label] + 1e-9)
        edges = table["delta"].abs()
        smaller_edge += edges[asked.answer.label] < edges.max()
    assert smaller_edge, "else the rule would make no difference"


def test_without_its_hints_a_question_is_the_same():
    trace = run(("rb-d",), "bundled:diabetes?items=50", 2)
    asked = question(trace, trace.runs[0], 2, RANKER)
    assert asked is not None and all("%" in option.hint for option in asked.options)
    bare = asked.unhinted()
    assert not any(option.hint for option in bare.options) and bare.answer.label == asked.answer.label
    assert [verdict(bare, each.label) for each in asked.options] == [
        verdict(asked, each.label) for each in asked.options
    ]


def e2_terms(trace, run, t):
    """Each pair's term of Ê2 (24): e^−η where a ranker orders it, e^η where it reverses it, cosh η where it ties it."""
    terms = []
    for higher, lower in trace.problem.pairs:
        factor = 1.0
        for ranker, eta in run.weights_at(t).items():
            h = trace.pool.output(ranker)
            says = int(h[higher]) - int(h[lower])
            factor *= np.exp(-eta * says) if says else np.cosh(eta)
        terms.append(factor)
    return np.array(terms)


@pytest.mark.parametrize("seed", range(3))
def test_shares_of_a_classifier_are_of_items_and_give_its_edge(seed):
    """AdaBoost's δ is wrong − right of the items' weights e^{−yf}, taken here from the scores of the round before."""
    data = rankviz.load(f"synthetic:blobs?n=30&seed={seed}")
    trace = rankviz.trace(data, "adaboost", rounds=5)
    run, y = trace.runs[0], np.where(data.grades > data.grades.min(), 1.0, -1.0)
    by_label = {trace.pool.label(j): j for j in range(len(trace.pool))}
    for t in range(1, run.n_rounds + 1):
        before = run.weights_at(t - 1)
        f = sum((eta * (trace.pool.output(j) - 0.5) for j, eta in before.items()), np.zeros(len(y)))
        weight = np.exp(-y * f) / np.exp(-y * f).sum()
        asked = question(trace, run, t, RANKER)
        for option in asked.options:
            says = 2.0 * trace.pool.output(by_label[option.label]) - 1.0
            right = float(weight[says == y].sum())
            edge = f"edge of {number(2.0 * right - 1.0)}"
            assert f"classifies {share(right)} of the items' weight right" in option.hint
            assert edge in option.why and "ties" not in option.why


def test_the_largest_edge_is_not_denied_by_its_shares():
    """Lesson 6, step 5: the constant classifier ties all pairs, and has the largest edge of all on the items."""
    step = LESSONS["the-largest-margin"].steps[4]
    asked = question(step.moment.run(), step.moment.run().run("adaboost"), 1, RANKER)
    hints = {option.label: option.hint for option in asked.options}
    assert asked.answer.label == "constant" and "an edge of −0.500" in asked.answer.why
    assert hints["constant"] == f"classifies {share(0.25)} of the items' weight right, {share(0.75)} wrong"
    assert not any("ties" in hint for hint in hints.values())


def test_whether_the_bound_rises_is_what_a_sum_over_the_pairs_does():
    seen = set()
    trace = run(("rb-d", "rb-c", "rb-plus"), "scenario:lemma-1", 22)
    for each in trace.runs:
        for t in range(1, each.n_rounds + 1):
            asked = question(trace, each, t, BOUND)
            before, after = (e2_terms(trace, each, at).mean() for at in (t - 1, t))
            if asked is None:  # it moves by less than anybody sees, which is neither staying nor falling
                assert abs(after / before - 1) < 1e-8
                continue
            assert sum(option.right for option in asked.options) == 1
            way = "stays" if abs(after / before - 1) < 1e-11 else "rises" if after > before else "falls"
            assert asked.answer.label == f"It {way}"
            seen.add(way)
    assert seen == {"rises", "falls", "stays"}


def test_why_the_bound_rises_is_counted_on_the_pairs():
    """RB-D's α heeds no ties: on coarse features each round multiplies what is tied by cosh η, and Ê2 rises."""
    trace = run(("rb-d", "rb-plus"), "synthetic:coarse", 5)
    told = set()
    for each in trace.runs:
        for t in range(1, each.n_rounds + 1):
            asked = question(trace, each, t, BOUND)
            h = trace.pool.output(int(each.ranker[t - 1]))
            says = np.subtract(*h[trace.problem.pairs.T].astype(int))
            before, after = (e2_terms(trace, each, at) for at in (t - 1, t))
            for way, verb in ((0, "ties"), (1, "orders"), (-1, "reverses")):
                there = says == way
                if there.any():
                    part, times = before[there].sum() / before.sum(), after[there].sum() / before[there].sum()
                    assert f"{verb} {share(part)} (×{number(times)})" in asked.answer.why
            told.add((each.label, asked.answer.why.partition(" grow")[0].partition("since ")[2]))
            assert verdict(asked, asked.answer.label).startswith(f"Right. {asked.answer.label} from ")
    assert ("RB-D", "the tied pairs and the reversed pairs") in told


def test_a_loss_that_no_float_holds_is_a_power_of_ten():
    trace = run(("rb-d",), "bundled:diabetes?items=20", 4)
    (each,) = trace.runs
    each = replace(each, metrics={**each.metrics, "log_e2": np.array([0.0, 1e3, 2e3, 3e3, 4e3])})
    assert "from 10^434 to 10^869" in question(trace, each, 2, BOUND).answer.why


@pytest.mark.parametrize(
    ("names", "data", "rounds", "right"),
    [
        (("rb-d", "rb-c", "rb-plus"), "synthetic:coarse", 3, NONE),
        (("rb-c", "rb-d"), "bundled:diabetes?items=20", 20, "RB-D"),
        (("rb-d", "rb-d:undefined=cap"), "bundled:diabetes?items=20", 20, SEVERAL),
        (("rb-d",), "bundled:diabetes?items=20", 20, "RB-D"),
    ],
)
def test_who_is_first_at_no_error_is_counted_on_the_pairs(names, data, rounds, right):
    trace = run(names, data, rounds)
    first = {}
    for each in trace.runs:
        for t, scores in enumerate(trace.staged_scores(each)):
            if all(scores[a] > scores[b] for a, b in trace.problem.pairs):
                first.setdefault(each.label, t)
    ends = max(each.n_rounds for each in trace.runs)
    settled = min(first.values(), default=ends)
    there = [label for label, t in first.items() if t == settled]
    wanted = NONE if not there else there[0] if len(there) == 1 else SEVERAL
    assert right == wanted
    asked = question(trace, trace.runs[0], 1, FIRST)
    assert asked is not None and asked.t == settled and asked.answer.label == wanted
    assert sum(option.right for option in asked.options) == 1 and len(asked.options) <= 5
    if there and settled < trace.runs[0].n_rounds:
        assert question(trace, trace.runs[0], settled + 1, FIRST) is None  # one is there already


def test_which_theorem_stops_holding_is_counted_in_the_rounds():
    """Theorem 1 takes an α for each round; RB-D's (14) has none where the ranker reverses no weight."""
    problem = rankviz.load("scenario:lemma-1")
    trace = rankviz.trace(problem, ["rb-d", "rb-plus"], 10, undefined="infinite")
    d, plus = trace.runs

    def undefined(t):
        says = np.subtract(*trace.pool.output(int(d.ranker[t - 1]))[problem.pairs.T].astype(int))
        weights = trace.weights(d, t - 1)
        return min(weights[says > 0].sum(), weights[says < 0].sum()) == 0

    ends = next(t for t in range(1, d.n_rounds + 1) if undefined(t))
    assert ends > 1
    for t in range(1, ends + 1):
        asked = question(trace, d, t, THEOREM)
        assert asked.t == ends and asked.answer.label == "Theorem 1: R̂1 ≤ U1"
        assert sum(option.right for option in asked.options) == 1 and len(asked.options) == 4
    ordered = [scores[problem.pairs[:, 0]] - scores[problem.pairs[:, 1]] for scores in trace.staged_scores(d)]
    r1, r2 = (np.mean(ordered[ends] <= 0), np.mean(ordered[ends] < 0) + np.mean(ordered[ends] == 0) / 2)
    assert r2 <= r1 and "R̂2 ≤ R̂1" in [option.label for option in asked.options if not option.right]
    assert f"{number(r2)} ≤ {number(r1)}" in asked.option("R̂2 ≤ R̂1").why
    assert question(trace, plus, 1, THEOREM) is None  # all that it promises is kept


@settings(max_examples=30)
@given(some.data())
@pytest.mark.slow
def test_predictions_of_random_runs(data):
    """The right answer is the run's own, and no wrong answer is as good."""
    case = data.draw(cases())
    assert isinstance(case.items(), Items)
    try:
        problem = problem_of(case)
        trace = rankviz.trace(problem, ["rb-d", "rb-c", "rb-plus"], rounds=5)
    except DataError:
        return
    m = problem.n_pairs
    for each in trace.runs:
        for t in range(1, each.n_rounds + 1):
            asked = question(trace, each, t, PAIR)
            if asked is not None:
                change = (trace.weights(each, t) - trace.weights(each, t - 1)) * m
                names = [f"{problem.item_ids[a]} over {problem.item_ids[b]}" for a, b in problem.pairs]
                best = max(change)
                assert any(
                    abs(change[i] - best) < 1e-8 for i, name in enumerate(names) if name == asked.answer.label
                )
            asked = question(trace, each, t, RANKER)
            if asked is not None:
                table = candidates.table(trace, each, t, limit=60).set_index("ranker")["delta"].abs()
                top = table[asked.answer.label]
                for option in asked.options:
                    assert option.right == (abs(np.max(table[option.label]) - np.max(top)) < 1e-8), option
                if len(trace.pool) <= 5:
                    assert {option.label for option in asked.options} == set(table.index)
