"""What the app loads before its first picture, and in which order: each test in an interpreter of its own."""

import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from helpers.interpreter import printed
from helpers.pages import get

from rankviz.board.offline import modules
from rankviz.ui.serving import frontend
from rankviz.ui.serving.first_picture import FirstPicture
from rankviz.ui.startup import server

ROOT = Path(__file__).parents[3]
DRAWER = "rankviz.ui.details.details"
AHEAD = "rankviz.ui.startup.ahead"
LATE = ("pandas", "plotly", "pyarrow", "sklearn", "scipy.sparse", "rankviz.lab.experiments")


def loaded_after(lines: str, names: tuple[str, ...]) -> str:
    """Which of the modules a new interpreter has loaded after the lines; empty when none.

    What Streamlit itself brings is not counted.
    """
    script = (
        "import logging, sys; logging.disable(50)\n"
        "import streamlit.starlette\n"
        "before = set(sys.modules)\n"
        f"{lines}\n"
        f"print(*sorted((set(sys.modules) - before) & set({names!r})))\n"
    )
    return printed(script)


def test_the_server_answers_before_anything_of_the_engine_is_loaded() -> None:
    lines = f"sys.path.insert(0, {str(ROOT)!r})\nimport app"
    assert not loaded_after(lines, ("numpy", "numba", "rankviz.engine.data.sources", *LATE))


@pytest.mark.slow
def test_a_visitors_linear_algebra_has_one_thread_unless_it_is_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = (
        "from rankviz.ui.startup import server\n"
        "import numpy, threadpoolctl\n"
        "found = {each['num_threads'] for each in threadpoolctl.threadpool_info() if each['user_api'] == 'blas'}\n"
        "assert found <= {wanted}, found"
    )
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    loaded_after(lines.replace("wanted", "1"), ())
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    loaded_after(lines.replace("wanted", "1, 2"), ())


@pytest.mark.slow
def test_the_first_picture_waits_for_no_tables_and_a_second_process_compiles_what_it_calls(
    tmp_path: Path,
) -> None:
    """The first run loads neither tables nor figures; where nothing is compiled yet, its kernels are compiled ahead."""
    lines = (
        "import os, subprocess, types\n"
        "from rankviz.ui.startup import ahead, warm_up\n"
        "begun = []\n"
        "ahead.subprocess = types.SimpleNamespace(\n"
        "    DEVNULL=subprocess.DEVNULL, Popen=lambda *command, **options: begun.append(command)\n"
        ")\n"
        "warm_up._first_run()\n"
        "for compiled, of_types in ahead.LAST_FIRST:\n"
        "    assert compiled.signatures == [of_types], compiled\n"
        "begun.clear()\n"
        "ahead.begin()\n"
        "assert not begun, 'all is compiled'\n"
        f"ahead.compiled.CACHE_FOLDER = {str(tmp_path)!r}\n"
        "ahead.begin()\n"
        "assert len(begun) == (os.cpu_count() > 1)"
    )
    assert loaded_after(lines, ("numba", AHEAD, *LATE)) == f"numba {AHEAD}"


@pytest.mark.slow
def test_a_bare_address_is_shown_whole_without_tables() -> None:
    """The page with its banner and stage; Plotly is not asked about, as Streamlit's test of apps brings it."""
    lines = (
        "from streamlit.testing.v1 import AppTest\n"
        f"test = AppTest.from_file({str(ROOT / 'pages/watch.py')!r}, default_timeout=300).run()\n"
        "assert not test.exception and test.get('bidi_component')"
    )
    late = tuple(name for name in LATE if name != "plotly")
    assert loaded_after(lines, (DRAWER, *late)) == ""


@pytest.mark.slow
def test_watch_is_shown_where_classes_experiments_and_the_site_cannot_be_imported() -> None:
    """It needs a process of its own, because this one has imported long ago what that one may not."""
    lines = (
        "class Gone:\n"
        "    def find_spec(name, *_):\n"
        "        assert not name.startswith(('rankviz.ui.rooms', 'rankviz.lab', 'rankviz.site')), name\n"
        "sys.meta_path.insert(0, Gone)\n"
        "sys.path.insert(0, 'tests')\n"
        "from rankviz.ui import wings\n"
        "wings.WINGS = ()\n"
        "from helpers.pages import app, get, stage_data\n"
        "told = stage_data(app(data='scenario:lemma-1', rounds='3'))\n"
        "assert told['room'] is None and told['tabs'][-1][0] == 'export' and get('join')[0] == 404"
    )
    assert loaded_after(lines, ("rankviz.ui.rooms",)) == ""


@pytest.mark.slow
def test_the_engine_is_ready_before_what_stands_below_the_stage_is_loaded() -> None:
    """`done` is set in between; garbage is collected again at the end, and the thread ends."""
    lines = (
        "import gc\n"
        "from rankviz.ui.startup import warm_up\n"
        "late = []\n"
        "warm_up._first_run = lambda: None\n"
        "from rankviz.ui.serving import first_picture\n"
        "first_picture.FIRST_PICTURE.fetched()\n"
        "rest, warm_up._the_rest = warm_up._the_rest, lambda: late.append(warm.done.is_set())\n"
        "warm = warm_up.WarmUp()\n"
        "warm.start()\n"
        "assert warm.done.wait(20)\n"
        "warm._thread.join(20)\n"
        "assert late == [True] and gc.isenabled() and gc.get_freeze_count() > 0\n"
        f"assert {DRAWER!r} not in sys.modules\n"
        "rest()"
    )
    assert loaded_after(lines, (DRAWER,)) == DRAWER


def test_other_work_waits_until_the_first_run_was_fetched() -> None:
    first = FirstPicture()
    done = threading.Event()
    waiting = threading.Thread(target=lambda: (first.let_it_come(60), done.set()), daemon=True)
    waiting.start()
    assert not done.wait(0.2)
    first.fetched()
    assert done.wait(20)


def test_other_work_waits_once_and_not_for_ever_for_the_first_run() -> None:
    first = FirstPicture()
    first.let_it_come(0.01)
    begin = time.monotonic()
    first.let_it_come(60)
    assert time.monotonic() - begin < 30


def test_asking_for_a_run_ends_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    first = FirstPicture()
    monkeypatch.setattr(server, "FIRST_PICTURE", first)
    get("/api/server")
    assert not first._fetched.is_set()
    get("/api/run/none")
    assert first._fetched.is_set()


def test_the_folder_is_looked_through_once_for_all_files_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    digest, contents = frontend.files()
    monkeypatch.setattr(frontend, "files", None)  # looking again would fail
    assert all(frontend.file(digest, name) == content for name, content in contents.items())
    assert frontend.file(digest, "none.js") is None


def test_an_edited_module_is_sent_a_second_later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clock = [100.0]
    monkeypatch.setattr(frontend.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(frontend, "_looked", None)
    copy = shutil.copytree(modules.FRONTEND, tmp_path / "frontend")
    monkeypatch.setattr(modules, "FRONTEND", copy)
    monkeypatch.setattr(frontend, "STAGE", copy / "stage")
    old, file = frontend.stage_url(), copy / "stage/index.js"
    file.write_text("newer")
    os.utime(file, ns=(1, 1))
    assert frontend.stage_url() == old  # the folder is not looked through for every round
    clock[0] += frontend.LOOK
    assert frontend.stage_url() != old
    assert frontend.files()[1]["index.js"] == b"newer"


def test_a_hash_that_is_not_known_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    digest, contents = frontend.files()
    monkeypatch.setattr(frontend, "_looked", None)
    frontend._read.cache_clear()
    assert frontend.file(digest, "index.js") == contents["index.js"]
    assert frontend.file("0" * 20, "index.js") is None
