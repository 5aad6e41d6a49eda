"""`tests/run` on machines with and without a browser, played through with stand-ins for all that it calls."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "run"
BASH = shutil.which("bash")
TOOLS = ("bash", "cat", "chmod", "dirname", "grep", "mkdir", "mktemp", "rm", "timeout")
ALL_THE_REST = "-m pytest --ignore=tests/browser"
PROOFS = ("tests/claims", "tests/ui/pages/test_gallery.py", "tests/ui/site")
BESIDE = (*PROOFS, "tests/figures", "tests/stage_data")
REST = " ".join([ALL_THE_REST, *(f"--ignore={place}" for place in BESIDE)])
BROWSER = "-m pytest tests/browser -m not other_half --durations 10"
CLAIMS = " ".join(["-m pytest", *BESIDE, "tests/browser -m other_half or not browser --durations 10"])
PARTS = (REST, BROWSER, CLAIMS)
WITHOUT = "Without a browser: all other tests run."
LEFT_OUT = "Left out: the tests in a browser."

pytestmark = pytest.mark.skipif(BASH is None, reason="tests/run needs bash")


class Machine:
    """A checkout with tests/run and nothing real beside it, and a PATH that holds only what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.bin = folder / "checkout", folder / "bin"
        self.venv = self.checkout / ".venv" / "bin"
        for made in (self.checkout / "tests", self.bin, self.venv):
            made.mkdir(parents=True)
        shutil.copy(SCRIPT, self.checkout / "tests" / "run")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))
        self.called = folder / "called"
        self.command(self.bin / "id", "echo 1000")
        self.command(self.venv / "pytest", "exit 9")
        self.command(self.venv / "playwright", "exit 1")
        self.then = ""
        self.pytest_ends_with(0, 0)

    def command(self, file: Path, body: str) -> None:
        """A program of a few lines of bash."""
        file.write_text(f"#!{BASH}\n{body}\n")
        file.chmod(0o755)

    def pytest_ends_with(self, rest: int, browser: int, claims: int = 0) -> None:
        """What pytest's three calls end with; each writes down how it was called, and says so at the end."""
        self.command(
            self.venv / "python",
            f'echo "$* | ${{RANKVIZ_CHROMIUM-none}}" >> "{self.called}"\n{self.then}\necho "summary of $*"\n'
            f'case "$*" in *--ignore*) exit {rest};; *tests/claims*) exit {claims};; *) exit {browser};; esac',
        )

    def remembers(self, failed: int, then: int) -> None:
        """pytest writes down that so many tests of each part failed, and ends with `then` when asked for those."""
        memory = json.dumps({f"tests/test_{i}.py::test": True for i in range(failed)}, indent=2)
        self.then = (
            f'case "$*" in *--last-failed*) exit {then};; esac\nlast="${{!#}}"\nfolder="${{last#cache_dir=}}/v/cache"\n'
            f'mkdir -p "$folder"\necho \'{memory}\' > "$folder/lastfailed"'
        )

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """`bash tests/run`, from somewhere else."""
        return subprocess.run(
            [str(BASH), str(self.checkout / "tests" / "run"), *arguments],
            env={"PATH": str(self.bin), "TMPDIR": os.environ.get("TMPDIR", "/tmp"), **environment},
            cwd=self.bin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def all_calls(self) -> list[str]:
        """Python's calls as they came, each with what RANKVIZ_CHROMIUM was."""
        return self.called.read_text().splitlines() if self.called.exists() else []

    def calls(self) -> list[tuple[str, str]]:
        """pytest's calls in order, without its memory's place: (arguments, what RANKVIZ_CHROMIUM was)."""
        lines = [line for line in self.all_calls() if line.startswith("-m pytest")]
        called = [re.sub(r" -o cache_dir=\S+", "", line).partition(" | ") for line in lines]
        return sorted((arguments, browser) for arguments, _, browser in called)


def test_every_test_that_asks_for_proofs_is_in_the_process_that_has_them() -> None:
    here = Path(__file__).parent
    asks = {
        file.relative_to(here.parent)
        for file in here.rglob("test_*.py")
        if re.search(r'usefixtures\("proofs_(once|anew)"\)', file.read_text(encoding="utf-8"))
    }
    assert asks
    for file in asks:
        assert any(file.is_relative_to(place) for place in (*PROOFS, "tests/browser")), file


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(("rest", "ends"), [(0, 3), (1, 1), (2, 2), (4, 4)])
def test_without_a_browser_all_other_tests_run_and_the_code_says_so(
    machine: Machine, rest: int, ends: int
) -> None:
    """3 when they passed; else pytest's own code, which counts more."""
    machine.pytest_ends_with(rest, 0)
    done = machine.run()
    assert (done.returncode, machine.calls()) == (ends, [(ALL_THE_REST, "none")])
    assert WITHOUT in done.stderr
    assert done.stderr.splitlines()[-1].startswith(LEFT_OUT) and "RANKVIZ_CHROMIUM" in done.stderr


@pytest.mark.parametrize(
    ("codes", "ends"),
    [
        ((0, 0, 0), 0),
        ((1, 0, 0), 1),
        ((0, 1, 0), 1),
        ((5, 0, 0), 5),
        ((0, 2, 0), 2),
        ((1, 2, 0), 1),
        ((0, 0, 3), 3),
    ],
)
def test_with_a_browser_all_parts_run_and_each_can_fail(
    machine: Machine, codes: tuple[int, int, int], ends: int
) -> None:
    machine.command(machine.bin / "google-chrome", "exit 0")
    machine.pytest_ends_with(*codes)
    done = machine.run()
    chrome = str(machine.bin / "google-chrome")
    assert (done.returncode, machine.calls()) == (ends, sorted((call, chrome) for call in PARTS))
    assert WITHOUT not in done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"summary of {CLAIMS}")  # a CI reads its counts there


@pytest.mark.slow
@pytest.mark.parametrize(("failed", "then", "ends"), [(1, 0, 0), (3, 0, 0), (3, 1, 1), (4, 0, 1)])
@pytest.mark.parametrize(("part", "asked"), list(enumerate(PARTS)))
def test_the_few_that_failed_are_tried_once_more_alone_and_it_is_told(
    machine: Machine, part: int, asked: str, failed: int, then: int, ends: int
) -> None:
    machine.command(machine.bin / "google-chrome", "exit 0")
    machine.remembers(failed, then)
    machine.pytest_ends_with(*(int(part == other) for other in range(3)))
    done = machine.run()
    repeated = [f"{asked} --last-failed"] if failed <= 3 else []
    assert (done.returncode, [call for call, _ in machine.calls()]) == (
        ends,
        sorted([*PARTS, *repeated]),
    )
    assert ("tried once more" in done.stdout) == bool(repeated)
    assert done.stdout.splitlines()[-1].startswith(f"summary of {CLAIMS}")


def test_kernels_are_compiled_once_and_before_a_server_begins(machine: Machine) -> None:
    machine.command(machine.bin / "google-chrome", "exit 0")
    assert machine.run().returncode == 0
    calls = machine.all_calls()
    (compiles,) = [k for k, call in enumerate(calls) if call.startswith("-m rankviz trace")]
    served = [k for k, call in enumerate(calls) if call.startswith((BROWSER, CLAIMS))]
    assert len(served) == 2 and compiles < min(served)


@pytest.mark.parametrize("told", ["1", ""])
def test_what_python_compiles_lies_aside_where_it_is_to_write_nothing_beside_the_source(
    machine: Machine, told: str, tmp_path: Path
) -> None:
    """And it is gone at the end, as all that the script had in its folder."""
    machine.command(machine.bin / "google-chrome", "exit 0")
    machine.then = (
        f'echo "${{PYTHONDONTWRITEBYTECODE-none}} ${{PYTHONPYCACHEPREFIX-beside}}" >> "{tmp_path}/seen"'
    )
    machine.pytest_ends_with(0, 0)
    aside = tmp_path / "aside"
    aside.mkdir()
    assert machine.run(PYTHONDONTWRITEBYTECODE=told, TMPDIR=str(aside)).returncode == 0
    seen = set((tmp_path / "seen").read_text().splitlines())
    assert len(seen) == 1
    (line,) = seen
    assert line.startswith(f"none {aside}/") if told else line == " beside"
    assert list(aside.iterdir()) == []


def test_the_browser_that_is_named_is_taken(machine: Machine) -> None:
    machine.command(machine.bin / "chromium", "exit 1")
    mine = machine.checkout / "mine"
    machine.command(mine, "exit 0")
    assert machine.run(RANKVIZ_CHROMIUM=str(mine)).returncode == 0
    assert {browser for _, browser in machine.calls()} == {str(mine)}


def test_a_browser_that_does_not_start_counts_as_none(machine: Machine) -> None:
    """Ubuntu's package is a shell that leads to a snap."""
    machine.command(machine.bin / "chromium-browser", "exit 1")
    done = machine.run()
    assert (done.returncode, machine.calls()) == (3, [(ALL_THE_REST, "none")])
    assert WITHOUT in done.stderr


def test_playwrights_own_browser_is_the_last_resort(machine: Machine) -> None:
    """The tests then find it by themselves: no browser is named to them."""
    machine.command(machine.venv / "playwright", '[ "$*" = "install chromium" ]')
    machine.command(machine.bin / "chromium", "exit 1")
    done = machine.run()
    assert (done.returncode, machine.calls()) == (0, sorted((call, "none") for call in PARTS))


@pytest.mark.parametrize("package", ["chromium-headless-shell", "chromium"])
def test_root_on_debian_gets_the_package(machine: Machine, package: str) -> None:
    """The shell where the release has it, else the whole browser."""
    browser = machine.bin / package
    machine.command(machine.bin / "id", "echo 0")
    machine.command(
        machine.bin / "apt-get",
        f'case "$*" in update*) exit 0;; *" {package}") echo "#!{BASH}" > "{browser}"; chmod +x "{browser}";; '
        "*) exit 100;; esac",
    )
    done = machine.run()
    assert (done.returncode, machine.calls()) == (0, sorted((call, str(browser)) for call in PARTS))


def test_a_package_that_cannot_be_had_leaves_the_other_ways(machine: Machine) -> None:
    machine.command(machine.bin / "id", "echo 0")
    machine.command(machine.bin / "apt-get", "exit 100")
    assert (machine.run().returncode, machine.calls()) == (3, [(ALL_THE_REST, "none")])


def test_a_machine_without_timeout_has_a_browser_all_the_same(machine: Machine) -> None:
    """As macOS."""
    (machine.bin / "timeout").unlink()
    machine.command(machine.bin / "chrome", "exit 0")
    assert (machine.run().returncode, len(machine.calls())) == (0, 3)


@pytest.mark.parametrize("code", [0, 1])
def test_named_tests_are_handed_to_pytest(machine: Machine, code: int) -> None:
    machine.pytest_ends_with(7, code)
    done = machine.run("tests/test_files.py", "-k", "two words")
    assert (done.returncode, machine.calls()) == (
        code,
        [("-m pytest tests/test_files.py -k two words", "none")],
    )


def test_a_checkout_without_an_environment_gets_one(machine: Machine) -> None:
    venv, made = machine.venv, machine.checkout / "made"
    venv.rename(made)
    machine.command(made / "pip", f'echo "$*" > "{machine.checkout / "installed"}"')
    (machine.bin / "mv").symlink_to(str(shutil.which("mv")))
    machine.command(machine.bin / "python3", f'[ "$*" = "-m venv .venv" ] && mv "{made}" .venv/bin')
    assert (machine.run("tests/test_files.py").returncode, len(machine.calls())) == (0, 1)
    assert (machine.checkout / "installed").read_text().split()[-2:] == ["--editable", ".[test]"]


def test_a_machine_with_nothing_gets_its_browser_while_it_is_set_up(machine: Machine) -> None:
    shutil.rmtree(machine.venv)
    chromium = machine.bin / "chromium"
    machine.command(machine.bin / "id", "echo 0")
    machine.command(
        machine.bin / "apt-get",
        f'[ "$1" = update ] || {{ printf "#!{BASH}\\n" > "{chromium}"; chmod +x "{chromium}"; }}',
    )
    machine.command(
        machine.bin / "python3",  # makes the venv and installs all, once the browser has come
        f'mkdir -p "{machine.venv}"; for i in {{1..200}}; do [ -x "{chromium}" ] && break; read -t 0.05 <> <(:); done\n'
        f'[ -x "{chromium}" ] || exit 7\ncp "{machine.bin}/stand-in" "{machine.venv}/python"\n'
        f'for each in "{machine.venv}"/{{pip,pytest}}; do printf "#!{BASH}\\n" > "$each"; chmod +x "$each"; done',
    )
    (machine.bin / "cp").symlink_to(str(shutil.which("cp")))
    machine.command(machine.bin / "stand-in", f'echo "$* | ${{RANKVIZ_CHROMIUM-none}}" >> "{machine.called}"')
    done = machine.run()
    assert done.returncode == 0, done.stderr
    assert machine.calls() == sorted((call, str(chromium)) for call in PARTS)
