"""Contenders: algorithms with their parameters, so that one algorithm may run twice: ``rb-d:undefined=cap:cap=4``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rankviz.engine.algorithms.peers.peers import PEERS
from rankviz.engine.algorithms.registry import ALGORITHMS, AnyAlgorithm, choose, find, named, settle
from rankviz.engine.choice import Choice, Value
from rankviz.engine.errors import DataError, shown
from rankviz.engine.marks import AGAIN, PALETTE, Mark
from rankviz.engine.number_format import exact

WITH_PEERS: dict[str, AnyAlgorithm] = {**ALGORITHMS, **PEERS}
"""Our algorithms, and other libraries' rankers."""
COMPARED = {name: entry for name, entry in WITH_PEERS.items() if not entry.of_items}
"""The contenders of experiments: those that can score new items."""
SECOND = (PALETTE[3], *PALETTE[:3], *AGAIN)
"""The marks for a second run of an algorithm, in order."""


@dataclass(frozen=True)
class Contender:
    """An algorithm with its parameters.

    Attributes
    ----------
    key : the algorithm's name and the parameters set for this contender alone, sorted by name.
    label : the name in files and tables.
    params : the value of every parameter of the algorithm.
    """

    key: str
    algorithm: str
    label: str
    params: dict[str, Value]

    @property
    def on_screen(self) -> str:
        """The name on the screen: the label, with words in place of a parameter that has some."""
        entry, own = self.entry(), self.key.split(":")[1:]
        if not any(_spoken(entry, each) for each in own):
            return self.label
        words = [_spoken(entry, each) or each.replace("=", " ") for each in own]
        return f"{entry.label}, {words[0]}" if len(words) == 1 else f"{entry.label} ({', '.join(words)})"

    @property
    def short(self) -> str:
        """The name where there is little room: with a single parameter only its value is shown."""
        entry, own = self.entry(), self.key.split(":")[1:]
        if len(own) == 1:
            said = " " + (_spoken(entry, own[0]) or own[0].partition("=")[2]).removesuffix(" α")
        else:
            said = self.on_screen.removeprefix(entry.label)
        return (entry.short or entry.label) + said

    def entry(self) -> AnyAlgorithm:
        """The algorithm's entry in the registry, or among the peers."""
        return find(self.algorithm, WITH_PEERS)


def contenders(
    texts: Sequence[str], given: dict[str, Value], among: Mapping[str, AnyAlgorithm] = ALGORITHMS
) -> tuple[Contender, ...]:
    """Return the contender of each text, without duplicates; `given` are values for parameters that no text sets.

    Raises DataError for an unknown algorithm or parameter, or a value out of range.
    """
    choose([algorithm_of(text) for text in texts], given, among)
    return tuple({made.key: made for made in (contender(text, given, among) for text in texts)}.values())


def contender(
    text: str, given: dict[str, Value], among: Mapping[str, AnyAlgorithm] = ALGORITHMS
) -> Contender:
    """Return the contender that `text` names. Raises DataError."""
    name, *parts = text.strip().split(":")
    algorithm = find(name.strip(), among)
    kinds = {parameter.name: parameter for parameter in algorithm.parameters}
    chosen: dict[str, Value] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key not in kinds:
            raise DataError(
                f"{algorithm.label} has no parameter {shown(key)}",
                remedy=f"It has {', '.join(kinds) or 'none'}",
            )
        chosen[key] = _read(kinds[key], value)
    settled = settle(algorithm, {**given, **chosen})
    listed = ", ".join(f"{key} {text_of(settled[key])}" for key in chosen)
    key = ":".join([algorithm.name, *(f"{key}={text_of(settled[key])}" for key in sorted(chosen))])
    return Contender(
        key, algorithm.name, f"{algorithm.label} ({listed})" if listed else algorithm.label, settled
    )


def algorithm_of(text: str) -> str:
    """Return the algorithm's name in a contender's text, which may begin with its label."""
    return named(text.partition(":")[0].strip(), WITH_PEERS)


def marks_of(algorithms: Sequence[str]) -> list[Mark]:
    """Return the mark of each run of these algorithms: its own, or, for a second run, one that no run here has."""
    own = [ALGORITHMS[name].mark for name in algorithms]
    free = [mark for mark in SECOND if mark not in own]
    found: list[Mark] = []
    for mark in own:
        found.append(mark if mark not in found or not free else free.pop(0))
    return found


def text_of(value: object) -> str:
    """A parameter's value as a contender writes it."""
    return "auto" if value is None else exact(value) if isinstance(value, float) else str(value).lower()


def _spoken(algorithm: AnyAlgorithm, part: str) -> str:
    """Return the words on the screen for a part of a key, "undefined=cap"; "" where it has none."""
    name, _, value = part.partition("=")
    return next((each.in_words(value) for each in algorithm.parameters if each.name == name), "")


def _read(parameter: Choice, text: str) -> Value:
    """Return the value that `text` writes; any other text is returned as it is, for the parameter's check to refuse."""
    try:
        return parameter.read(text)
    except DataError:
        return text
