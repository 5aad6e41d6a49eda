"""Bundled playlists: every lesson, every shelf of presets, and every preset by itself."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import PurePath

from rankviz.lessons import first_minute
from rankviz.lessons.captions import captions
from rankviz.lessons.lesson import Lesson
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.subject import Subject
from rankviz.ui.pages.playlists import of_lesson
from rankviz.ui.presets.presets import EXAMPLE, PRESETS, SHELVES, Preset


@dataclass(frozen=True)
class Bundled:
    """A bundled playlist: title, a sentence, the number of moments, and the function that makes the playlist."""

    title: str
    about: str
    size: int
    make: Callable[[], Playlist]


@lru_cache(maxsize=1)
def lessons() -> dict[str, Bundled]:
    """Return the lessons by name."""
    return {
        name: Bundled(lesson.title, lesson.about, len(lesson.steps), partial(_of_lesson, lesson))
        for name, lesson in LESSONS.items()
    }


@lru_cache(maxsize=1)
def shelves() -> dict[str, Bundled]:
    """Return the example round by round, then the presets of each shelf, by names made of their titles."""
    example = Bundled(EXAMPLE.title, EXAMPLE.text, len(first_minute.CAPTIONS), _example)
    found = {name_of(EXAMPLE.title): example}
    for heading, presets in SHELVES.items():
        if len(presets) > 1:
            about = " · ".join(preset.title for preset in presets)
            found[name_of(heading)] = Bundled(
                heading, about, len(presets), partial(_of_presets, heading, presets)
            )
    return found


def find(name: str) -> Playlist | None:
    """Return the playlist of that name; None when there is none."""
    entry = lessons().get(name) or shelves().get(name)
    if entry is not None:
        return entry.make()
    return next((_of_presets(each.title, (each,)) for each in PRESETS if name_of(each.title) == name), None)


@lru_cache(maxsize=16)
def _of_lesson(lesson: Lesson) -> Playlist:
    return of_lesson.playlist(lesson)


def _example() -> Playlist:
    run = first_minute.MOMENT.run()
    state = EXAMPLE.state
    moments = (
        of_lesson.moment(
            "watch",
            state.but(t=said.t, look=",".join(filter(None, (str(state["look"]), Subject(*said[2:]).look())))),
            said.words,
            f"Round {said.t}",
        )
        for said in captions(run, first_minute.CAPTIONS)
    )
    return Playlist(EXAMPLE.title, tuple(moments))


def _of_presets(title: str, presets: Iterable[Preset]) -> Playlist:
    return Playlist(title, tuple(map(of_preset, presets)))


def of_preset(preset: Preset) -> Moment:
    """Return the moment that a preset opens."""
    return of_lesson.moment(PurePath(preset.page).stem, preset.state, preset.text, preset.title)


def name_of(title: str) -> str:
    """Return a title as a name in a link."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
