"""The texts that come with the package: ``content/LANG/FOLDER/NAME.md``."""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "content"
LANGUAGE = "en"
"""In which all content is written; `rankviz.lessons.text.translation` has the others."""


def texts(folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of each text of a folder, in the order of the file names.

    A file name may begin with a number for the order: ``2-why-ties-matter.md`` is why-ties-matter.
    """
    for file in sorted((FOLDER / LANGUAGE / folder).glob("*.md"), key=_place):
        yield re.sub(r"^\d+-", "", file.stem), file.read_bytes()


def text(name: str) -> bytes:
    """Return the contents of one text."""
    return (FOLDER / LANGUAGE / f"{name}.md").read_bytes()


def _place(file: Path) -> tuple[int, str]:
    found = re.match(r"\d+", file.stem)
    return (int(found[0]) if found else 0, file.stem)
