"""No pattern takes a time that grows with the square of a visitor's text: Python holds all other visitors meanwhile."""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rankviz

PACKAGE = Path(rankviz.__file__).parent
WAYS = ("fullmatch", "match", "search", "sub", "split", "finditer", "findall")
SHORT, LONG = 5_000, 10_000
WORTH_TELLING = 0.01
"""Seconds for the long text: what is faster harms nobody, and cannot be timed."""


def used(tree: ast.Module) -> Iterator[tuple[str | bytes, int, set[str]]]:
    """Patterns written in a module, with their flags and the ways in which it asks for them."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    asked: dict[str, set[str]] = {}
    for call in calls:
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            asked.setdefault(call.func.value.id, set()).add(call.func.attr)
    names = {
        id(node.value): target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in calls:
        func = call.func
        if not (isinstance(func, ast.Attribute) and ast.unparse(func.value) == "re" and call.args):
            continue
        if not isinstance(call.args[0], ast.Constant):
            continue
        flags = [a for a in (*call.args[1:], *(k.value for k in call.keywords)) if "re." in ast.unparse(a)]
        given = eval(ast.unparse(flags[0]), {"re": re}) if flags else 0  # noqa: S307 (our own source)
        ways = {func.attr} if func.attr in WAYS else asked.get(names.get(id(call), ""), set()) & {*WAYS}
        yield call.args[0].value, int(given), ways or {"search"}


def seconds(pattern: re.Pattern[str], way: str, text: str | bytes) -> float:
    """Processor seconds of the fastest of three tries."""

    def once() -> float:
        begun = time.process_time()
        if way == "sub":
            pattern.sub("" if isinstance(text, str) else b"", text)  # type: ignore[arg-type]
        else:
            found = getattr(pattern, way)(text)
            if way == "finditer":
                list(found)
        return time.process_time() - begun

    return min(once() for _ in range(3))


def texts(pattern: str | bytes, length: int) -> Iterator[str | bytes]:
    """Each character that a pattern names, and each that one of its classes may mean, many times; then another."""
    plain = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    for letter in sorted({*plain, " ", "a", "0"}):
        for end in ("~", "\n~"):
            text = letter * length + end
            yield text if isinstance(pattern, str) else text.encode("latin-1")


@pytest.mark.slow
def test_no_pattern_is_quadratic_on_a_repeated_character() -> None:
    slow = []
    for file in sorted(PACKAGE.rglob("*.py")):
        for written, flags, ways in used(ast.parse(file.read_text(encoding="utf-8"))):
            pattern = re.compile(written, flags)
            for way in ways:
                for short, long in zip(texts(written, SHORT), texts(written, LONG), strict=True):
                    took = seconds(pattern, way, long)
                    # Twice, because a busy machine slows down single tries.
                    if took > WORTH_TELLING and all(
                        seconds(pattern, way, long) > 3 * seconds(pattern, way, short) for _ in range(2)
                    ):
                        slow.append(
                            f"{file.relative_to(PACKAGE)}: {way} {written!r} on {long[:1]!r}, {took:.2f} s"
                        )
    assert not slow, "\n".join(slow)
