"""Bundles of the front end: taken while they were made of the same sources, and what they leave out."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.in_node import needs_esbuild

from rankviz.board.offline import modules
from rankviz.ui.serving import frontend


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources, which a test may change."""
    copy = shutil.copytree(modules.FRONTEND, tmp_path / "frontend")
    monkeypatch.setattr(modules, "FRONTEND", copy)
    monkeypatch.setattr(modules, "BUILT", tmp_path / "built")
    return copy


def test_bundles_are_taken_while_they_are_of_the_same_sources(sources: Path) -> None:
    assert modules.home() == modules.FRONTEND
    files = ["stage/index.js", "stage/css/board.css"]
    digest = hashlib.sha256(b"".join((sources / name).read_bytes() for name in files)).hexdigest()
    made = modules.BUILT / modules.SAVED
    made.parent.mkdir(parents=True)
    made.write_text("made")
    (modules.BUILT / modules.INPUTS).write_text(json.dumps({"files": files, "digest": digest}))
    assert modules.home() == modules.BUILT and modules.module(modules.BUILT, modules.SAVED, "skew") == "made"
    (sources / "stage/css/code.css").write_text("/* nothing that they are of */")
    assert modules.home() == modules.BUILT
    (sources / files[1]).write_text("/* other styles */")
    assert modules.home() == modules.FRONTEND
    (sources / files[1]).unlink()
    assert modules.home() == modules.FRONTEND


@needs_esbuild
def test_bundles_have_every_module_and_a_saved_page_those_of_its_layout(sources: Path) -> None:
    plain = modules.carried(modules.SAVED, "watch")
    subprocess.run(["node", frontend.FRONTEND / "build.js", modules.BUILT], check=True, timeout=120)
    assert modules.home() == modules.BUILT
    inputs = set(json.loads((modules.BUILT / modules.INPUTS).read_text())["files"])
    files = [*(sources / "stage").rglob("*.css")]
    for room in ("stage", "offline", "notebook", "playground"):
        files += (sources / room).rglob("*.js")
    apart = {"linked.js", "esm.js", "worker.js", "offline.js"}  # around the modules of a page
    assert {file.name for file in files if file.relative_to(sources).as_posix() not in inputs} == apart
    assert "/*" not in modules.shortest("offline/boot.js")
    whole = modules.module(modules.BUILT, modules.SAVED)
    for layout in ("watch", "margins", "skew", "qbrank", "kernel"):
        code, alone = (modules.carried(first, layout) for first in (modules.SAVED, modules.REPLAY))
        assert len(alone["module"]) < len(code["module"]) and alone["styles"] == code["styles"]
        assert 100_000 < len(code["module"]) < 0.9 * len(whole) and len(whole) < 0.5 * len(plain["module"])
        assert code["styles"].keys() == plain["styles"].keys()
    served = modules.served()
    for name in ("index.js", modules.STAGE + ".css", frontend.WORKBENCH, frontend.ARENA, "follow/follow.js"):
        assert served[name], name
    assert len(served) == 9 and not any('from"./' in text for text in served.values())
    for name, text in served.items():
        assert "/*" not in text or name.endswith(".js"), name
