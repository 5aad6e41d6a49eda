"""Homework: an answer to a challenge is a link, and its mark is the conditions that its run meets."""

from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import parse_qsl, urlencode, urlsplit

from rankviz.engine.data import sources
from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs import link
from rankviz.lessons.challenges import Challenge, Variants, check
from rankviz.lessons.conditions import Tick

OF_A_LESSON = {"challenge", "predict", "of", "name", "embed", "embed_options"}
"""Parameters of the page of a challenge that are none of its run."""


@dataclass(frozen=True)
class Mark:
    """What an answer came to: a tick for each condition, or why there is none."""

    ticks: tuple[Tick, ...] = ()
    problem: str = ""

    @property
    def share(self) -> float:
        """The share of the conditions that are met, 0 to 1."""
        return sum(tick.met for tick in self.ticks) / len(self.ticks) if self.ticks else 0.0


def mark(challenge: Challenge, name: str, answer: str) -> Mark:
    """Mark an answer, which is a link to a run; it may open no other files than those of the data folder.

    Never raises for what is wrong with the answer: that is said in the mark.
    """
    try:
        linked = link.read(_whole(challenge, answer))
        problem = sources.load(linked.spec.data, seed=linked.spec.seed, confined=True)
        ticks = check(challenge, linked.spec.trace(problem))
    except DataError as error:
        return Mark(problem=" ".join(str(error).split()))
    if challenge.variants is not None:
        ticks.append(_own_data(challenge.variants, name, linked.spec.data))
    return Mark(tuple(ticks))


def warm_up(challenge: Challenge) -> None:
    """Run what the challenge begins with, so that what is loaded or compiled once takes no time of an answer's."""
    mark(challenge, "", urlencode({"data": link.DATA, **challenge.start}))


def start_of(challenge: Challenge, name: str) -> dict[str, str]:
    """Return the choices that a student begins with: where a challenge has variants, on data of the student's own."""
    start = dict(challenge.start)
    if challenge.variants is not None and name.strip():
        drawn = {challenge.variants.option: str(variant_of(challenge.variants, name))}
        start["data"] = sources.parse(start["data"]).with_options(**drawn).text
    return start


def variant_of(variants: Variants, name: str) -> int:
    """Return the value that a name draws: the same for each spelling of it, whatever its case and spaces."""
    even = " ".join(name.casefold().split())
    drawn = int.from_bytes(blake2b(even.encode(), digest_size=8).digest(), "big")
    return variants.first + drawn % (variants.last - variants.first + 1)


def _own_data(variants: Variants, name: str, data: str) -> Tick:
    given = str(sources.parse(data).values().get(variants.option, "none"))
    value = str(variant_of(variants, name))
    return Tick(
        f"The data are those of {name.strip()}: {variants.option}={value}",
        given == value,
        f"Here {variants.option} is {given}.",
    )


def _whole(challenge: Challenge, answer: str) -> str:
    """Return the link of an answer with what it leaves to the challenge's beginning."""
    try:
        parts = urlsplit(answer.strip())
        given = dict(parse_qsl(parts.query or answer.strip().lstrip("?"), max_num_fields=200))
    except ValueError:
        given = {}
    choices = {key: value for key, value in given.items() if key not in OF_A_LESSON}
    if not choices:
        raise DataError(
            f"{shown(answer, 60)} is not a link to a run", remedy="Copy the address of the challenge's page"
        )
    if "alg" not in choices:
        choices = {**challenge.start, **choices}
    return f"?{urlencode({'data': link.DATA, **choices})}"
