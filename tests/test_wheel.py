"""What is built: the wheel has the package and the app, whole, also by way of the source distribution."""

import email
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from helpers.in_node import HAS_ESBUILD
from helpers.thorough import usually
from helpers.wheel import ROOT, build, contents, unpacked
from packaging.requirements import Requirement

pytestmark = pytest.mark.slow
FOR_DEVELOPERS = {"rankviz/board/frontend/eslint.config.js", "rankviz/board/frontend/tsconfig.json"}
IN_PACKAGE = "rankviz/app"
BUNDLES = "rankviz/board/built/"
RUN_PAGES = """
import runpy, sys
from streamlit.testing.v1 import AppTest
from rankviz.board.offline import modules
from rankviz.engine.environment import app_script

script = app_script()
print(script, modules.home() == modules.BUILT)
assert runpy.run_path(str(script), run_name="app")["app"]
for page in sys.argv[1:]:
    test = AppTest.from_file(str(script), default_timeout=300).switch_page(f"pages/{page}.py").run()
    assert not test.exception, (page, test.exception)
"""
USUAL_PAGES = "start", "watch", "lessons", "playlists", "workbench"
"""Pages that read texts, icons, styles and scripts, and compute little; before a release all pages run."""


@pytest.fixture(scope="module")
def built(wheel: Path) -> tuple[Path, Path]:
    """A wheel and a source distribution of the sources as they are, which the first test waits for."""
    return wheel, build(wheel.parent / "source", wheel.parent, "sdist")


def tracked(folder: str) -> set[str]:
    """The files below a folder of the sources, compiled modules left out."""
    files = (
        file for file in (ROOT / folder).rglob("*") if file.is_file() and "__pycache__" not in file.parts
    )
    return {file.relative_to(ROOT).as_posix() for file in files}


def test_the_wheel_has_the_whole_package_and_the_whole_app_and_nothing_else(built: tuple[Path, Path]) -> None:
    found = contents(built[0])
    there = {name for name in found if ".dist-info/" not in name}
    app = {"app.py", *tracked("pages"), *tracked(".streamlit")}
    bundles = {name for name in there if name.startswith(BUNDLES)}
    assert (f"{BUNDLES}inputs.json" in bundles) == HAS_ESBUILD == bool(bundles)
    ours = {name for name in tracked("rankviz") - FOR_DEVELOPERS if not name.startswith(BUNDLES)}
    assert there - bundles == ours | {f"{IN_PACKAGE}/{file}" for file in app}
    for file in app:
        assert found[f"{IN_PACKAGE}/{file}"] == (ROOT / file).read_bytes()


def test_the_pages_run_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    """Nothing that they read lies outside of the package. An experiment may take no work, so that none begins."""
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    there = {**os.environ, "PYTHONPATH": str(site), "RANKVIZ_EXPERIMENT_WORK": "0.001"}
    every = [file.stem for file in (site / IN_PACKAGE / "pages").glob("*.py")]
    command = [sys.executable, "-c", RUN_PAGES, *usually(USUAL_PAGES, every)]
    ended = subprocess.run(command, cwd=elsewhere, env=there, capture_output=True, text=True, timeout=900)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == f"{site / IN_PACKAGE / 'app.py'} {HAS_ESBUILD}"


def test_the_source_distribution_makes_the_same_wheel(built: tuple[Path, Path], tmp_path: Path) -> None:
    source = unpacked(built[1], tmp_path / "unpacked")
    assert contents(build(source, tmp_path, "wheel")) == contents(built[0])
    for target in re.findall(r"\]\(([^)\s#]+)", (source / "README.md").read_text(encoding="utf-8")):
        assert target.startswith("https:") or (source / target).exists(), f"README leads to {target}"


def test_a_package_index_can_show_what_the_wheel_says_of_itself(built: tuple[Path, Path]) -> None:
    found = contents(built[0])
    said = email.message_from_bytes(next(found[name] for name in found if name.endswith("/METADATA")))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert said["Version"] == project["version"] and said["Description-Content-Type"] == "text/markdown"
    assert said["License-Expression"] == project["license"] == "BSD-3-Clause" and said["Author"]
    assert said.get_all("Classifier") == project["classifiers"] and said["Keywords"]
    assert (ROOT / "LICENSE").read_bytes() in found.values()
    text = str(said.get_payload(decode=True), "utf-8")
    assert "# RankViz" in text and "<!--" not in text
    assert not [target for target in re.findall(r"\]\(([^)]*)\)", text) if not target.startswith("https:")]


def test_the_versions_that_the_tests_run_with_are_among_those_that_are_allowed(
    built: tuple[Path, Path],
) -> None:
    tried = [Requirement(line) for line in (ROOT / "requirements.txt").read_text().splitlines()]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    app = project["optional-dependencies"]["app"]
    allowed = {each.name: each.specifier for each in map(Requirement, (*project["dependencies"], *app))}
    assert {each.name for each in tried} == set(allowed)
    for each in tried:
        here = version(each.name)
        assert here in each.specifier and here in allowed[each.name], f"{each.name} {here}"
    said = email.message_from_bytes(contents(built[0])[f"rankviz-{project['version']}.dist-info/METADATA"])
    needed = map(Requirement, said.get_all("Requires-Dist"))
    with_app = [one for one in needed if one.marker is None or one.marker.evaluate({"extra": "app"})]
    assert {one.name: one.specifier for one in with_app} == allowed


def test_the_word_rankviz_is_a_command(built: tuple[Path, Path]) -> None:
    found = contents(built[0])
    entries = next(found[name] for name in found if name.endswith("/entry_points.txt"))
    assert entries.decode().split() == ["[console_scripts]", "rankviz", "=", "rankviz.__main__:run"]
