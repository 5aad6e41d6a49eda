"""The one act of a step, from its keys: a question before the next round, or something to find, mark, flip or drag."""

import re
from dataclasses import dataclass

from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs import link
from rankviz.engine.runs.spec import RunSpec
from rankviz.lessons.lesson import Ask, AskIdea, AskLargest, Find, Guess, Idea, Mark
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.text.document import ITEM, Part
from rankviz.lessons.text.lines import Text, with_line
from rankviz.lessons.text.own_question import OwnQuestion, prompt_of
from rankviz.lessons.text.sentences import conditions, strip_conditions
from rankviz.lessons.tries import Drag, Flip, Try
from rankviz.lessons.vocabulary import VALUE

ACTS = ("ask", "predict", "find", "mark", "flip", "drag")
KEYS = (*ACTS, "of", "goal", "reply", "answer", "start", "event", "rankers", "what", "because")
RIGHT = "*"
"""What begins the right option of a question as a playlist asks it."""
_OF = re.compile(r"([^@\s]+)?(?: ?@([0-9]+))?")
_ITEM = re.compile(r"(.*?)(?:: +(.*))?")


@dataclass(frozen=True)
class Act:
    """The act of a step: at most one of them."""

    ask: Ask | AskLargest | AskIdea | None = None
    find: Find | None = None
    tries: Try | None = None


def act(part: Part, spec: RunSpec, t: int) -> Act:
    """Return the act of a part about a run, shown at round t. Raises DataError, with line and remedy."""
    there = [entry for key in ACTS for entry in part.of(key)]
    if len(there) > 1:
        last = max(there, key=lambda entry: entry.text.line)
        raise DataError(
            f'A step has one act, and "{last.key}:" is a second',
            line=last.text.line,
            remedy="Split it into two steps",
        )
    if not there:
        stray = next((entry for key in KEYS for entry in part.of(key)), None)
        if stray is not None:
            raise DataError(
                f'"{stray.key}:" belongs to an act, and this step has none',
                line=stray.text.line,
                remedy=f"Acts are {', '.join(f'{name}:' for name in ACTS)}",
            )
        return Act()
    kind, prompt = there[0].key, there[0].text
    if not prompt.words:
        raise DataError(f'"{kind}:" says nothing', line=prompt.line, remedy="Say in a sentence what to do")
    if kind == "ask":
        algorithm, before = _of(part, spec, t + 1)
        if (asked := prompt_of(prompt.words)) is not None:
            return Act(ask=AskIdea(algorithm, before, *_own(part, prompt, asked)))
        return Act(ask=Ask(_question(prompt), algorithm, before))
    if kind == "predict":
        return Act(ask=_predict(part, prompt, spec, t))
    if kind in ("find", "mark"):
        return Act(find=_find(part, prompt, spec, kind))
    return Act(tries=_tries(part, prompt, spec, t, kind))


def _of(part: Part, spec: RunSpec, default: int) -> tuple[str, int]:
    """Return which algorithm the act is about, and which round."""
    text = part.one("of")
    if text is None:
        return spec.algorithms[0], default
    found = _OF.fullmatch(text.words)
    if found is None or (found[1] and found[1] not in spec.algorithms):
        raise DataError(
            f"{shown(text.words)} is not a run here",
            line=text.line,
            remedy=f"Write one of {', '.join(spec.algorithms)}, and the round behind it, such as @{default}",
        )
    t = int(found[2]) if found[2] else default
    if not 1 <= t <= spec.rounds:
        raise DataError(
            f"There is no round {t} here", line=text.line, remedy=f"Rounds are 1 to {spec.rounds}"
        )
    return found[1] or spec.algorithms[0], t


def _question(text: Text) -> str:
    words = " ".join(text.words.lower().split())
    if words not in QUESTIONS:
        raise DataError(
            f"{shown(text.words)} is not a question",
            line=text.line,
            remedy=f'Questions are {", ".join(QUESTIONS)}; one of your own is asked with "predict:"',
        )
    return QUESTIONS[words]


def _predict(part: Part, prompt: Text, spec: RunSpec, t: int) -> AskLargest | AskIdea:
    algorithm, before = _of(part, spec, t + 1)
    items = [entry.text for entry in part.entries if entry.kind == ITEM]
    if len(items) < 2:
        raise DataError(
            "A prediction has two answers or more",
            line=prompt.line,
            remedy='Write each on a line such as "- It grows [rb-d.e2@2 > rb-d.e2@1]: it is {rb-d.e2@2}."',
        )
    if all(VALUE.search(_split(item)[0]) for item in items):
        what = part.needed("what", 'Write what the largest is, such as "what: a weight of"')
        because = part.one("because")
        given = prompt.words, what.words, tuple(map(_guess, items)), because.words if because else ""
        return AskLargest(algorithm, before, *given)
    return AskIdea(algorithm, before, prompt.words, tuple(map(_idea, items)))


def _own(part: Part, prompt: Text, asked: str) -> tuple[str, tuple[Idea, ...]]:
    """Return the words and the options of a question as a playlist asks it: one of them is said to be right."""
    items = [entry for entry in part.entries if entry.kind == ITEM]
    right = [k for k, item in enumerate(items) if item.key == RIGHT]
    because = part.one("because")
    if len(right) != 1:
        raise DataError(
            f"{'No option is' if not right else 'Several options are'} said to be right",
            line=prompt.line,
            remedy=f'Begin the right one with "{RIGHT}", the others with "-"',
        )
    given = (asked or part.heading, tuple(item.text.words for item in items), right[0])
    own = with_line(prompt.line, lambda why: OwnQuestion(*given, why), because.words if because else "")
    ideas = (
        Idea(label, (), own.because if k == own.right else "", k == own.right)
        for k, label in enumerate(own.options)
    )
    return own.prompt, tuple(ideas)


def _split(item: Text) -> tuple[str, str]:
    """Return what stands before the colon of an item, and what behind it; a colon in a value or bracket is none."""
    masked = re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", lambda found: "·" * len(found[0]), item.words)
    before, colon, _ = masked.partition(": ")
    return item.words[: len(before)].rstrip(), item.words[len(before) + 2 :].strip() if colon else ""


def _guess(item: Text) -> Guess:
    label, hint = _split(item)
    found = VALUE.search(label)
    assert found is not None
    return Guess(label[: found.start()].strip(), found[1], hint)


def _idea(item: Text) -> Idea:
    (label, why), made = _split(item), strip_conditions(item)
    if not made.checks:
        raise DataError(
            f"{shown(item.words, 60)} has no condition",
            line=item.line,
            remedy="Say in brackets when this answer is the right one",
        )
    return Idea(re.sub(r"(?<!\s)\s*\[[^\[\]]*\]", "", label), made.checks, why)


def _find(part: Part, prompt: Text, spec: RunSpec, kind: str) -> Find:
    algorithm, _ = _of(part, spec, 1)
    goal = part.needed("goal", 'Say when a round is found, such as "goal: rb-d.r1@here = 0"')
    reply = part.needed(
        "reply", 'Reply to any round, such as "reply: After round {here} R̂1 is {rb-d.r1@here}."'
    )
    start = part.one("start")
    if start is not None and not (start.words.isdecimal() and int(start.words) <= spec.rounds):
        raise DataError(
            f"{shown(start.words)} is not a round here",
            line=start.line,
            remedy=f"Rounds are 0 to {spec.rounds}",
        )
    given = (
        algorithm,
        prompt.words,
        reply.words,
        conditions(goal),
        int(start.words) if start else 1,
    )
    if kind == "find":
        return Find(*given)
    event = part.one("event")
    return Mark(*given, event=event.words) if event else Mark(*given)


def _tries(part: Part, prompt: Text, spec: RunSpec, t: int, kind: str) -> Try:
    algorithm, round_at = _of(part, spec, t)
    reply = part.needed("reply", "Reply to any try with numbers of the changed run")
    goal = conditions(part.needed("goal", 'Say when it is done, such as "goal: rb-d.r1@1 < was.rb-d.r1@1"'))
    answer = part.needed(
        "answer", "Give a try that does it: the checks need it, and so do learners who give up"
    ).words
    if kind == "drag":
        choice = f"{algorithm}:{round_at}:alpha={answer}" if re.fullmatch(r"-?[0-9.]+", answer) else answer
        return Drag(algorithm, round_at, prompt.words, reply.words, goal, choice)
    if not link.shown_whole(spec.data):
        raise DataError(
            "These data have no answers to flip",
            line=prompt.line,
            remedy="Take inline: data or a scenario, or ask for another act",
        )
    rankers = part.needed("rankers", "Name the columns of answers that may be flipped").words
    names = tuple(name.strip() for name in rankers.split(",") if name.strip())
    return Flip(algorithm, round_at, prompt.words, reply.words, goal, answer, names)
