"""Content in other languages, sentence by sentence: ``content/LANG/…``; docs/translations.md has the format.

    The order of two rankers by R̂1 may be the reverse of their order by Ê1.
    = Nach R̂1 können zwei Rankers anders stehen als nach Ê1.

The English sentence stands as in `content/en`, without its conditions, which hold for every language. What is missing,
or was changed in English since, stays English.
"""

import itertools
from collections.abc import Mapping
from functools import lru_cache

from rankviz.engine.errors import DataError, shown
from rankviz.lessons.text.content import FOLDER, LANGUAGE
from rankviz.lessons.text.lines import decoded, normalise_whitespace

LANGUAGES = {LANGUAGE: "English", "de": "Deutsch"}
"""Name of each language, in that language, by its name in links and folders."""
_MARK = "= "


def read(text: str) -> dict[str, str]:
    """Return translation by English sentence. Raises DataError, with line and remedy, for what is no such text."""
    found: dict[str, str] = {}
    lines = enumerate(normalise_whitespace(text.removeprefix("\ufeff")).split("\n"), 1)
    for _, group in itertools.groupby(lines, lambda each: bool(each[1])):
        numbers, pair = zip(*group, strict=True)
        words = [
            line for line in pair if line and not line.startswith("# ")
        ]  # a title, for whoever reads the file
        if not words:
            continue
        first = next((k for k, line in enumerate(words) if line.startswith(_MARK)), len(words))
        english = [line.strip() for line in words[:first]]
        other = [line.removeprefix(_MARK).strip() for line in words[first:]]
        if not (english and other):
            raise DataError(
                f"{shown((other or english)[0], 60)} has no {'English' if other else 'translation'}",
                line=numbers[-1],
                remedy='Write the English sentence, and below it the other, which begins with "= "',
            )
        key = " ".join(english)
        if key in found:
            raise DataError(
                f"{shown(key, 60)} is translated twice", line=numbers[-1], remedy="Keep one of them"
            )
        found[key] = " ".join(other)
    return found


@lru_cache(maxsize=16)
def words(language: str, name: str = "*") -> Mapping[str, str]:
    """Return all translations into a language, or those of one file; none into English, nor where there are none.

    Raises DataError, with file and line, for a text that is none.
    """
    found: dict[str, str] = {}
    if language not in LANGUAGES or language == LANGUAGE:
        return found
    for file in sorted((FOLDER / language).rglob(f"{name}.md")):
        try:
            found |= read(decoded(file.read_bytes()))
        except DataError as error:
            raise DataError(error.what, file=file, line=error.line, remedy=error.remedy) from error
    return found


def said(text: str, language: str, **values: object) -> str:
    """Return a sentence in a language; in English where the language has it not.

    `values` are put in the place of their names in braces.
    """
    found = words(language).get(text, text)
    for name, value in values.items():
        found = found.replace(f"{{{name}}}", str(value))
    return found
