"""The static site: what is written is there whole, links lead to files, and names stay names."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from helpers.hostile import HOSTILE

from rankviz.cli.main import main
from rankviz.insight.claims import CLAIMS
from rankviz.lessons.registry import LESSONS
from rankviz.site import drawing, files, gallery, reference
from rankviz.site.playground.pages import read
from rankviz.ui.pages.playlists import bundled
from rankviz.ui.pages.playlists.board import opened
from rankviz.ui.pages.playlists.bundled import name_of
from rankviz.ui.presets.presets import PRESETS, SHELVES

MARKER = ".rankviz-site"
APP = "https://example.org/rankviz/"
PAGES = {
    "index.html",
    "reference.html",
    "gallery/index.html",
    *(f"gallery/{name}.html" for name in CLAIMS),
    *(f"lessons/{name}.html" for name in LESSONS),
    *(f"starts/{name_of(preset.title)}.html" for preset in PRESETS),
}
pytestmark = pytest.mark.usefixtures("proofs_once")

ADDRESS = re.compile(r'(?:href|src)="([^"]*)"')


def assert_leads_somewhere(path: str, page: bytes) -> None:
    """Each relative address of a page is that of a page, and each fragment here one of its names."""
    text = page.decode()
    for address in ADDRESS.findall(text):
        there = urlsplit(address)
        if there.scheme:
            continue
        if there.path:
            found = (Path("/") / path).parent / there.path
            assert str(Path("/", *_plain(found.parts[1:]))).lstrip("/") in PAGES, address
        else:
            assert f'id="{there.fragment}"' in text, address


def _plain(parts: tuple[str, ...]) -> list[str]:
    """The parts of a path without "..", which may not lead out of the site."""
    found: list[str] = []
    for part in parts:
        if part == "..":
            found.pop()
        else:
            found.append(part)
    return found


def test_every_link_leads_to_a_page() -> None:
    proof = CLAIMS["lemma-1"].run()
    made = {
        "reference.html": reference.page(APP),
        "gallery/lemma-1.html": gallery.page(CLAIMS["lemma-1"], proof, APP),
        "gallery/index.html": gallery.contents(dict.fromkeys(CLAIMS, proof), ""),
        "index.html": files.index(
            {s: [files.start_card(p, "") for p in presets] for s, presets in SHELVES.items()}, APP
        ),
    }
    for path, page in made.items():
        assert_leads_somewhere(path, page)
    known = set(re.findall(r'id="([^"]+)"', made["reference.html"].decode()))
    assert all(reference.anchor_of(c.reference) in known for c in CLAIMS.values() if c.reference)
    assert f'href="{APP}gallery?claim=lemma-1"'.encode() in made["gallery/lemma-1.html"]
    assert b"at its default options" in made["gallery/index.html"]
    there = gallery.contents(dict.fromkeys(CLAIMS, proof), APP)
    assert f'in <a href="{APP}gallery">the app</a>'.encode() in there


def test_a_site_with_a_playground_leads_there_from_every_plain_page() -> None:
    claim = CLAIMS["lemma-1"]
    proof = claim.run()
    for app in ("", APP):
        made = {
            "reference.html": reference.page(app, playground=True),
            "gallery/lemma-1.html": gallery.page(
                claim, proof, app, None, lambda claim: gallery.Extra("", "", "")
            ),
            "gallery/index.html": gallery.contents({claim.name: proof}, app, playground=True),
            "index.html": files.index({}, app, True),
        }
        for path, page in made.items():
            root = "../" if "/" in path else ""
            assert f'<a href="{root}playground.html">Playground</a>'.encode() in page, path
            assert b"need the app" not in page
            assert (b"computed in your browser" in page) == (app == ""), path


def test_the_playground_opens_what_a_lesson_a_start_and_a_claim_show() -> None:
    of_presets = [bundled.of_preset(preset) for preset in PRESETS]
    moments = [*bundled.lessons()["the-largest-margin"].make().moments, *of_presets]
    led = 0
    for moment in moments:
        there = files.beside(moment)
        if there:
            page, _, state, said = read(there.removeprefix("../playground.html#"))
            assert (page, state, said) == (moment.page, opened(moment).state, []), there
            led += 1
    assert led > 20
    trained = next(moment for moment in of_presets if "alg=lambdamart,own" in moment.link)
    assert files.beside(trained) == ""
    claim = CLAIMS["lemma-3"]
    made = gallery.page(claim, claim.run(), "", files.beside).decode()
    assert 'href="../playground.html#watch?data=scenario:lemma-3&amp;alg=rb-d' in made


def test_words_are_never_markup() -> None:
    claim = CLAIMS["lemma-3"]
    proof = claim.run()
    figure = replace(proof.figure, title=HOSTILE, levels=((HOSTILE, 1.0),), x_label=HOSTILE, y_label=HOSTILE)
    hostile = replace(claim, title=HOSTILE, sentence=HOSTILE, look=HOSTILE, source=HOSTILE)
    made = gallery.page(hostile, replace(proof, figure=figure, outcome=HOSTILE), APP).decode()
    assert HOSTILE not in made and "<script" not in made and "<img" not in made


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-0.1, 0.44), (1.0, 5000.0), (0.8865, 0.8899)])
def test_ticks_are_few_round_and_inside(low: float, high: float) -> None:
    found = drawing.ticks(low, high)
    assert 3 <= len(found) <= 8
    assert low - 1e-9 <= found[0] and found[-1] <= high + 1e-9


def few(app: str, **_: object) -> Iterator[tuple[str, bytes]]:
    yield "index.html", app.encode()
    yield "gallery/a.html", b"a"


def test_a_folder_is_written_whole_and_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["site", str(out), "--app", APP.rstrip("/")], site=few) == 0
    assert "2 files" in capsys.readouterr().out
    assert (out / "index.html").read_text() == APP and (out / MARKER).is_file()
    assert main(["site", str(out)], site=few) == 0
    assert sorted(each.name for each in out.iterdir()) == [MARKER, "gallery", "index.html"]
    assert (out / "index.html").read_text() == ""

    def broken(app: str, **_: object) -> Iterator[tuple[str, bytes]]:
        yield "index.html", b"half"
        raise OSError(28, "No space left on device")

    assert main(["site", str(out)], site=broken) == 2
    assert (out / "index.html").read_text() == "" and [each.name for each in tmp_path.iterdir()] == ["out"]


def fewer(app: str, **_: object) -> Iterator[tuple[str, bytes]]:
    yield "index.html", b"later"


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder but the list, and what is in it."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != MARKER)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def test_files_that_the_command_did_not_write_stay(tmp_path: Path) -> None:
    """Of a checkout that a host publishes, say; only files that an earlier run wrote are replaced or removed."""
    theirs = {".git/HEAD": "ref: refs/heads/gh-pages", ".nojekyll": ""}
    for path, words in theirs.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(words)
    assert main(["site", str(tmp_path)], site=few) == 0
    assert tree(tmp_path) == {**theirs, "index.html": "", "gallery/a.html": "a"}
    (tmp_path / "CNAME").write_text("example.org")
    (tmp_path / "talk").mkdir()
    assert main(["site", str(tmp_path)], site=fewer) == 0
    assert tree(tmp_path) == {**theirs, "CNAME": "example.org", "index.html": "later"}
    assert not (tmp_path / "gallery").exists() and (tmp_path / "talk").is_dir()
    assert (tmp_path / MARKER).read_text().splitlines()[1:] == ["index.html"]


@pytest.mark.parametrize("what", ["file", "folder", "link", "folder of links"])
def test_a_file_in_the_way_is_told_and_nothing_is_changed(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert main(["site", str(out)], site=fewer) == 0
    place = out / ("gallery" if what in ("file", "folder of links") else "gallery/a.html")
    place.parent.mkdir(exist_ok=True)
    if what == "file":
        place.write_text("of somebody")
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to(elsewhere)
    before = tree(out)
    capsys.readouterr()
    assert main(["site", str(out)], site=few) == 2
    assert f"{place} is in the way, and no earlier run wrote it" in capsys.readouterr().err
    assert tree(out) == before and (out / MARKER).read_text().splitlines()[1:] == ["index.html"]
    assert not list(elsewhere.iterdir()) and not list(out.glob(".rankviz-?*-*"))


@pytest.mark.parametrize("path", ["../thesis.tex", "/etc/passwd", "a/../../thesis.tex", "", "a\0b"])
def test_a_list_that_leads_out_of_the_folder_is_refused(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, mine = tmp_path / "out", tmp_path / "thesis.tex"
    mine.write_text("years of work")
    assert main(["site", str(out)], site=few) == 0
    (out / MARKER).write_text(f"Made by rankviz.\nindex.html\n{path}\n")
    assert main(["site", str(out)], site=fewer) == 2
    assert "the list of files that `site` wrote, holds" in capsys.readouterr().err
    assert mine.read_text() == "years of work" and (out / "gallery/a.html").read_text() == "a"


def test_a_list_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    out, mine = tmp_path / "out", tmp_path / "thesis.tex"
    mine.write_text("years of work")
    out.mkdir()
    (out / MARKER).symlink_to(mine)
    assert main(["site", str(out)], site=few) == 2
    assert mine.read_text() == "years of work" and not (out / "index.html").exists()


def test_a_listed_file_below_a_link_is_not_removed(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    assert main(["site", str(out)], site=few) == 0
    (out / "gallery").rename(elsewhere)
    (out / "gallery").symlink_to(elsewhere)
    assert main(["site", str(out)], site=fewer) == 0
    assert (elsewhere / "a.html").read_text() == "a"


def test_a_site_of_a_version_without_a_list_is_replaced(tmp_path: Path) -> None:
    (tmp_path / MARKER).write_text("Made by rankviz 1.0.\n")
    (tmp_path / "index.html").write_text("earlier")
    (tmp_path / "CNAME").write_text("example.org")
    assert main(["site", str(tmp_path)], site=few) == 0
    assert tree(tmp_path) == {"index.html": "", "gallery/a.html": "a", "CNAME": "example.org"}


def test_a_folder_that_is_not_a_site_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    for out, app, told in (
        (tmp_path, "", "holds files, and no list of those that `site` wrote: thesis.tex"),
        (tmp_path / "thesis.tex", "", "is not a folder"),
        (tmp_path / "new", "javascript:x", "--app is"),
    ):
        assert main(["site", str(out), "--app", app], site=few) == 2
        said = capsys.readouterr().err
        assert told in said and said.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.tex"]
