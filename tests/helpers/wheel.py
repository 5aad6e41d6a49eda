"""The package as people get it: built from a copy of the sources, and installed where no checkout is."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

from helpers.interpreter import printed

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = shutil.ignore_patterns(
    ".*_cache",
    ".git",
    ".venv",
    ".hypothesis",
    "__pycache__",
    "*.egg-info",
    "build",
    "built",
    "tests",
    "typescript",
)


def build(source: Path, folder: Path, kind: str) -> Path:
    """Build a "wheel" or an "sdist" from a folder of sources with the suite's setuptools: nothing is fetched."""
    lines = f"from setuptools import build_meta; build_meta.build_{kind}({str(folder)!r})"
    printed(lines, cwd=source)
    return next(iter(folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")))


def copy_of_the_sources(folder: Path) -> Path:
    """What a checkout has, without what a build of it leaves in it."""
    return Path(shutil.copytree(ROOT, folder, ignore=LEFT_BEHIND))


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return next(iter(folder.iterdir()))


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def install(wheel: Path, folder: Path) -> Path:
    """Make an environment with the wheel, and return its programs' folder. What the wheel needs is the suite's own."""
    venv.create(folder, symlinks=os.name == "posix")
    programs = folder / ("bin" if os.name == "posix" else "Scripts")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--quiet"]
    command = [*pip, "install", "--no-deps", "--no-index", "--no-compile", f"{wheel}[app]"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    site = next(iter(folder.rglob("site-packages")))
    ours = next(path for path in map(Path, sys.path) if (path / "streamlit").is_dir())
    (site / "suite.pth").write_text(f"{ours}\n")
    return programs
