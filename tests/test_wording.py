"""What users read is plain English: the worst phrases of a translation do not come back.

Reads string literals of Python and JavaScript, and documents; not docstrings and comments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("rankviz", "pages", "docs", "*.md", "app.py")
"""Where the phrases are refused: folders with all that is in them, or files."""
PHRASES = (
    (r"\b[Hh](angs?|ung) on\b", "depend on", "Eight places hang on the rule."),
    (r"\b([Gg]o(es)?|went|gone) on [a-z]+ing\b", "keep …ing", "Its loss goes on rising."),
    (r"\b(goes|went|gone) on(?= to\b|[.,;:]|$)", "continue", "Every link goes on to work."),
    (
        r"(?<!here )\b(is|are) no (?!(long|larg|bett|wors)er\b|more\b|less\b|such\b)\w+",
        "not a …",
        "x is no link.",
    ),
    (r"\bfor ever\b", "without limit", "The curve falls for ever."),
    (r"\bless (losses|those)\b", "minus …", "Wins less losses."),
    (r"\banew\b", "again", "A damaged file is read anew."),
    (r"\b[Cc](omes?|ame) to\b(?! (an end|light|rest)\b)", "reach, or become", "RankBoost comes to 1/3."),
    (r"\bas long as there (is|are) no\b", "until there is", "Example, as long as there are no files"),
    (r"\bone a (core|line|model|query|round|task|view)\b", "one per …", "The rankers are one a model."),
    (r"\bupside down\b", "in reverse", "It is used upside down."),
    (r"\bthe other way about\b", "the other way round", "Or the other way about."),
)
"""Phrases that are not English, what to write, and a sentence with each."""
ALLOWED = {"rankviz/content/en/reference/1-rankboost-plus.md": ("also: upside down negative",)}
"""By file, sentences in which such a phrase is right."""
RIGHT = ("There is no query 7.", "It is no longer there.", "There are no more.", "It comes to rest.")

Lines = Iterator[tuple[int, str]]


def python_texts(source: str) -> Lines:
    """The line and the text of each string literal that is not a docstring."""
    nodes = list(ast.walk(ast.parse(source)))
    inside = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
            parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
            yield node.lineno, "".join(map(str, parts))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.lineno, node.value


def javascript_texts(source: str) -> Lines:
    """The line and the text of each string, and of each template with its expressions."""
    token = r"//[^\n]*|/\*.*?\*/|([\"'])((?:\\.|(?!\1)[^\\\n])*)\1|`((?:\\.|[^`\\])*)`"
    for found in re.finditer(token, source, flags=re.S):
        if not found[0].startswith("/") and " " in found[0]:  # not the name of a module
            yield source.count("\n", 0, found.start()) + 1, found[2] or found[3] or ""


def document_texts(source: str) -> Lines:
    """The first line and the text of each paragraph, without blocks of code."""
    prose = re.sub(r"^```.*?^```", lambda code: "\n" * code[0].count("\n"), source, flags=re.S | re.M)
    for found in re.finditer(r"\S(.|\n(?!\s*\n))*", prose):
        yield prose.count("\n", 0, found.start()) + 1, " ".join(found[0].split())


READERS = {".py": python_texts, ".js": javascript_texts, ".md": document_texts}


def faults(text: str, allowed: tuple[str, ...] = ()) -> list[str]:
    """Return what is wrong in a text, each with what to write."""
    for sentence in allowed:
        text = text.replace(sentence, "")
    return [f"“{found[0]}”: say “{say}”" for phrase, say, _ in PHRASES for found in re.finditer(phrase, text)]


@pytest.mark.parametrize("room", ROOMS)
def test_no_phrase_of_a_translation_is_in(room: str) -> None:
    folder = ROOT / room
    files = [
        file for file in (folder.rglob("*") if folder.is_dir() else ROOT.glob(room)) if file.suffix in READERS
    ]
    found = []
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        for line, text in READERS[file.suffix](file.read_text(encoding="utf-8")):
            found += [f"{name}:{line}: {fault}" for fault in faults(text, ALLOWED.get(name, ()))]
    assert files and not found, "\n".join(found)


def test_each_phrase_finds_its_sentence_and_no_right_one() -> None:
    assert [say for phrase, say, sentence in PHRASES if not re.search(phrase, sentence)] == []
    assert [fault for sentence in RIGHT for fault in faults(sentence)] == []


def test_docstrings_comments_and_code_are_not_read() -> None:
    assert list(python_texts('"""Anew."""\nx = 1  # anew\ny = f"read {x} anew"\n')) == [(3, "read … anew")]
    assert list(javascript_texts("// anew\nf('a // b'); /* anew */ `c d`")) == [(2, "a // b"), (2, "c d")]
    assert list(document_texts("One.\n\n```\nanew\n```\n\nTwo\nlines.\n")) == [(1, "One."), (7, "Two lines.")]
