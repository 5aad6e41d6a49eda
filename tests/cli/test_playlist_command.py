"""The command `playlist`: a page that plays a text; what is refused is in test_refused.py."""

from collections.abc import Callable
from pathlib import Path

TEXT = "# A talk\n## One\n?data=scenario:lemma-3&alg=rb-d&t=1\nask: next ranker\n\nLook.\n"


def test_the_same_text_makes_the_same_page(here: Path, prints: Callable[..., str]) -> None:
    (here / "talk.md").write_text(TEXT)
    assert "MB" in prints("playlist talk.md --out talk.html")
    first = (here / "talk.html").read_bytes()
    assert b"<title>A talk" in first and len(first) < 520_000
    prints("playlist talk.md --out talk.html")
    assert (here / "talk.html").read_bytes() == first
