"""A browser test waits for what the page says of itself, and has a picture painted that it looks at."""

from pathlib import Path

BROWSER = Path(__file__).parent / "browser"
PAUSES = {
    "pages/test_lessons_page.py": 1,
    "serving/test_recovery.py": 1,
    "stage/test_flips_on_watch.py": 1,
}
"""Files with pauses of the visitor, which mean something to the product, such as a second press of a clicker."""


def test_nothing_waits_for_a_time_but_a_visitor() -> None:
    """A time is too short here and too long there. A picture of a page that is not painted is blank."""
    files = {file.relative_to(BROWSER).as_posix(): file.read_text("utf-8") for file in BROWSER.rglob("*.py")}
    counts = {name: text.count("wait_for_timeout(") for name, text in files.items()}
    assert {name: count for name, count in counts.items() if count} == PAUSES
    assert all(text.count(".screenshot(") == text.count("style=SEEN") for text in files.values())
