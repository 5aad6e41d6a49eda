"""Write the folder that a host wants, with the wheel in it: ``python deploy/make.py HOST OUT [WHEEL]``.

HOST is ``huggingface`` (a Space) or ``community-cloud`` (Streamlit's); OUT is new or empty. Without WHEEL it is built
from this checkout, by pip. Push OUT to a repository of yours there: docs/deployment.md.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOSTS = ("huggingface", "community-cloud")
APP = "rankviz/app/"
"""Where the wheel has the app's scripts and settings."""
RUNS_SCRIPTS = "community-cloud"
"""The host that runs `streamlit run app.py` at the top of the repository; the other has a command of ours."""


LEFT_BEHIND = shutil.ignore_patterns(".*_cache", ".git", ".venv", "build", "*.egg-info", "tests")
"""Not part of the sources; a `build` of before would put modules into the wheel that are no longer there."""


def build(folder: Path) -> Path:
    """Build the wheel of this checkout into a folder, from a copy of its sources; returns the file."""
    sources = shutil.copytree(HERE.parent, folder / "sources", ignore=LEFT_BEHIND)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder)]
    subprocess.run([*pip, str(sources)], check=True)
    return next(folder.glob("rankviz-*.whl"))


def write(host: str, out: Path, wheel: Path) -> None:
    """Write what a host wants into a new or empty folder."""
    shutil.copytree(HERE / host, out, dirs_exist_ok=True)
    shutil.copy(wheel, out)
    (out / "requirements.txt").write_text(f"./{wheel.name}[app]\n", encoding="utf-8")
    if host != RUNS_SCRIPTS:
        return
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith(APP):
                place = out / name.removeprefix(APP)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(archive.read(name))


def main(arguments: list[str]) -> int:
    """Do what was asked for; returns the exit code."""
    if len(arguments) not in (2, 3) or arguments[0] not in HOSTS:
        print(__doc__, file=sys.stderr)
        return 2
    host, out, *given = arguments
    folder = Path(out)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        print(f"{out} is there already and not an empty folder: name another.", file=sys.stderr)
        return 2
    if given and not (given[0].endswith(".whl") and Path(given[0]).is_file()):
        print(f"{given[0]} is no wheel: name a file that ends in .whl, or none.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as built:
        write(host, folder, Path(given[0]) if given else build(Path(built)))
    print(f"{out} is ready for {host}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
