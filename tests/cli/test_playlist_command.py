"""The command `playlist`: a page that plays a text, or a sentence that says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankviz.__main__ import talk
from rankviz.cli.main import main

TEXT = "# A talk\n## One\n?data=scenario:lemma-3&alg=rb-d&t=1\nask: next ranker\n\nLook.\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "talk.md"
    path.write_text(TEXT)
    return path


def test_the_same_text_makes_the_same_page(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = file.with_name("talk.html")
    assert main(["playlist", str(file), "--out", str(out)], talk=talk) == 0
    assert "MB" in capsys.readouterr().out
    first = out.read_bytes()
    assert b"<title>A talk" in first and len(first) < 400_000
    assert main(["playlist", str(file), "--out", str(out)], talk=talk) == 0
    assert out.read_bytes() == first


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        ("# A\n## B\n", [], "talk.md, line 2: This moment has no link."),
        ("# A\n", [], "The playlist has no moments."),
        ("# A\n## B\n?data=synthetic:nothing\n", [], "talk.md: Moment 1: "),
        (TEXT, ["--app", "example.org"], '--app is "example.org".'),
        (TEXT, ["--out", "talk.pdf"], "talk.pdf does not end in .html."),
        (TEXT, ["--out", "nowhere/talk.html"], "nowhere/talk.html cannot be written"),
    ],
)
def test_a_faulty_playlist_is_refused_in_one_sentence(
    file: Path, text: str, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    out = file.with_name("talk.html")
    assert main(["playlist", str(file), "--out", str(out), *options], talk=talk) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert not out.exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playlist", "none.md", "--out", str(tmp_path / "a.html")], talk=talk) == 2
    assert "none.md cannot be read" in capsys.readouterr().err
