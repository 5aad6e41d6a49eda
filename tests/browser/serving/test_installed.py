"""The wheel in an environment of its own, where no checkout is: the word `rankviz` does all that the app does.

Dear, since an environment is made and the engine compiled in it. tests/test_wheel.py sees with every change what the
wheel has, that its pages run from it alone, and that the wheel of a source distribution is the same, byte for byte.
"""

import os
import subprocess
from pathlib import Path

import pytest
from helpers.browser.serving import Server
from helpers.browser.stage_page import NewPage, StagePage
from helpers.in_node import HAS_ESBUILD
from helpers.wheel import ROOT, install
from playwright.sync_api import expect

import rankviz

pytestmark = pytest.mark.thorough
SITE = """
import sys
from itertools import islice
from rankviz.__main__ import main
from rankviz.site import files

def first(of):
    return dict(islice(of.items(), 1))

files.CLAIMS, files.LESSONS = first(files.CLAIMS), first(files.LESSONS)
files.SHELVES = {heading: presets[:1] for heading, presets in first(files.SHELVES).items()}
sys.exit(main(["site", "out"], site=files.files))
"""
"""The command `site` for one start, one lesson and one claim: all of them take a minute."""


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel."""
    return install(wheel, tmp_path_factory.mktemp("installed") / "environment")


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has nothing of ours."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def caches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where this machine has never compiled anything."""
    here = str(tmp_path_factory.mktemp("caches"))
    return {"NUMBA_CACHE_DIR": here, "XDG_CACHE_HOME": here}


def done(command: list[str], folder: Path, caches: dict[str, str]) -> str:
    """What a program prints, which ends well."""
    there = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | caches
    ended = subprocess.run(command, cwd=folder, env=there, capture_output=True, text=True, timeout=900)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout.strip()


def saved_page(stage: StagePage) -> str:
    """The page that the run on the stage is saved as."""
    with stage.page.expect_download() as waiting:
        stage.tab("Export and share").get_by_role("button", name="Save as a page").click()
    text = waiting.value.path().read_text(encoding="utf-8")
    stage.page.keyboard.press("Escape")
    return text


def test_the_word_starts_the_app_from_anywhere(
    programs: Path, elsewhere: Path, caches: dict[str, str], new_page: NewPage
) -> None:
    word, python = str(programs / "rankviz"), str(programs / "python")
    assert done([word, "--version"], elsewhere, caches) == f"rankviz {rankviz.__version__}"
    where = Path(done([python, "-c", "import rankviz; print(rankviz.__file__)"], elsewhere, caches))
    assert programs.parent in where.parents
    assert "Done in" in done([word, "warm"], elsewhere, caches)
    compiled = set(Path(caches["NUMBA_CACHE_DIR"]).rglob("*.nbc"))
    assert compiled
    (elsewhere / "data").mkdir()
    (elsewhere / "data" / "teas.csv").write_text("item,strong,grade\nmint,0,1\nsage,1,2\nrue,2,0\n")
    with Server(elsewhere / "data", root=elsewhere, program=programs / "rankviz", **caches) as app:
        stage = new_page(app.url)
        asked: list[str] = []
        stage.page.on("request", lambda request: asked.append(request.url))
        stage.open()
        stage.step()
        stage.expect_round(1)
        stage_files = [url for url in asked if "/api/stage/" in url]
        assert len(stage_files) == 2 if HAS_ESBUILD else len(stage_files) > 100, "a bundle and a style sheet"
        assert set(Path(caches["NUMBA_CACHE_DIR"]).rglob("*.nbc")) == compiled  # `warm` has left nothing
        paper = stage.page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
        assert paper == "rgb(251, 250, 246)"  # of the theme beside the script
        stage.open(rounds=15, t=7)
        page = saved_page(stage)
        assert "<title>" in page and "RankBoost+" in page
        (elsewhere / "run.html").write_text(page, encoding="utf-8")
        opened = stage.page.context.new_page()
        opened.goto((elsewhere / "run.html").as_uri())
        expect(opened.locator(".rv-stage svg").first).to_be_visible()
        opened.close()
        stage.upload("table", ("staff.csv", b"item,score,grade\na,1,0\nb,2,1\nc,3,1\nd,4,2\n"))
        stage.wait_until(lambda: "staff.csv" in stage.address().get("data", ""), "the address names the file")
        stage.idle()
        stage.open("start")
        expect(stage.page.get_by_role("heading", name="Watch boosting learn to rank")).to_be_visible()
        stage.page.goto("about:blank")  # or the page would miss the server that ends here
        assert app.interrupt() == 0
        assert f"RankViz is at {app.url}" in app.log() and "Traceback" not in app.log()


def test_a_site_is_written_from_there(programs: Path, elsewhere: Path, caches: dict[str, str]) -> None:
    assert "files" in done([str(programs / "python"), "-c", SITE], elsewhere, caches)
    written = {file.relative_to(elsewhere / "out").parts[0] for file in (elsewhere / "out").rglob("*.html")}
    assert written == {"index.html", "starts", "lessons", "gallery", "reference.html"}
    home = (elsewhere / "out" / "index.html").read_text(encoding="utf-8")
    assert "<code>rankviz</code>" in home and "app.py" not in home


def test_a_host_that_runs_a_repository_finds_the_app_in_the_folder_that_is_made_for_it(
    programs: Path, wheel: Path, tmp_path: Path, caches: dict[str, str], new_page: NewPage
) -> None:
    python, make = str(programs / "python"), str(ROOT / "deploy" / "make.py")
    done([python, make, "community-cloud", str(tmp_path / "cloud"), str(wheel)], tmp_path, caches)
    with Server(root=tmp_path / "cloud", python=python, **caches) as app:
        stage = new_page(app.url)
        stage.open()
        stage.step()
        stage.expect_round(1)
        stage.page.goto("about:blank")  # or the page would miss the server that ends here
