"""A lesson in another language: each sentence that the language has, and the same numbers and conditions."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from rankviz.lessons.figure import Figure
from rankviz.lessons.lesson import RunAt
from rankviz.lessons.text import translation

Made = TypeVar("Made")


def translated(made: Made, language: str) -> Made:
    """Return content with every sentence that the language has; numbers and conditions stay as they are."""
    known = translation.words(language)
    return _mapped(made, known) if known else made


def _mapped(made: Made, known: Mapping[str, str]) -> Made:
    if isinstance(made, str):
        return known.get(made, made)  # type: ignore[return-value]
    if isinstance(made, tuple):
        return tuple(_mapped(each, known) for each in made)  # type: ignore[return-value]
    if is_dataclass(made) and not isinstance(made, (type, Figure, RunAt)):  # whose words are names
        there = {each.name: getattr(made, each.name) for each in fields(made)}
        new = {name: _mapped(value, known) for name, value in there.items()}
        changed = {name: value for name, value in new.items() if value is not there[name]}
        return replace(made, **changed) if changed else made
    return made
