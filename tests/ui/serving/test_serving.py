"""Where the app is, what its routes answer, and how many files it may open."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.pages import ITEMS, app, get, stage_data, upload
from streamlit import config

from rankviz.ui.serving import address, encodings, frontend
from rankviz.ui.serving.store import STORE, PackStore
from rankviz.ui.startup import server

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("url", "home"),
    [
        ("http://127.0.0.1:8501/", "http://127.0.0.1:8501/"),
        ("http://127.0.0.1:8501", "http://127.0.0.1:8501/"),
        ("http://127.0.0.1:8501/margins", "http://127.0.0.1:8501/"),
        ("https://host/rankviz/", "https://host/rankviz/"),
        ("https://host/rankviz", "https://host/rankviz/"),
        ("https://host/rankviz/experiments", "https://host/rankviz/"),
        ("https://host/rankviz/reference", "https://host/rankviz/"),
        ("https://host/a/b/workbench?t=3#x", "https://host/a/b/"),
        ("https://host/my-data/", "https://host/my-data/"),
        ("https://host/data/data", "https://host/data/"),
        ("https://host/my-data", "https://host/my-data/"),
    ],
)
def test_the_apps_address_is_that_of_any_of_its_pages(url: str, home: str) -> None:
    assert address.home_of(url) == home


@pytest.fixture(params=["rankviz", "/rankviz/", "a/b"])
def base(request: pytest.FixtureRequest) -> Iterator[str]:
    """`server.baseUrlPath`, as people write it; returns it as the start of a path."""
    before = config.get_option("server.baseUrlPath")
    config.set_option("server.baseUrlPath", request.param)
    yield "/" + request.param.strip("/")
    config.set_option("server.baseUrlPath", before)


def test_routes_answer_under_the_base_path_and_without(base: str) -> None:
    here = frontend.run_url(STORE.put(b"RVZ1" + bytes(200)))
    for path in ("api/server", here, frontend.stage_url()):
        for folder in (base, ""):
            assert get(f"{folder}/{path}", routes=server.routes())[0] == 200, (folder, path)
    assert address.link({"t": "3"}, "margins") == f"http://localhost:8501{base}/margins?t=3"


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/watch", "./"),
        ("/watch?data=bundled:wine%3Fitems%3D40&t=3", "./?data=bundled:wine%3Fitems%3D40&t=3"),
        ("/watch/?t=3", "../?t=3"),
        ("/watch?//example.org", "./?//example.org"),
        ('/watch?"<é>', "./?%22%3C%C3%A9%3E"),
    ],
)
def test_watch_by_its_name_leads_to_the_apps_own_address(asked: str, there: str, base: str) -> None:
    for folder in (base, ""):
        status, headers, body = get(f"{folder}{asked}", routes=server.routes())
        assert (status, headers["location"], body) == (307, there, b""), folder


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip, deflate, br", True),
        ("gzip;q=0", False),
        ("br, gzip; q=0.0", False),
        ("GZIP;Q=0.5", True),
        ("*", True),
        ("*;q=0, gzip", True),
        ("gzip;q=0, *", False),
        ("identity", False),
        ("x-gzip-like", False),
        ("gzip;q=nonsense", False),
        ("", False),
        (",;,=", False),
    ],
)
def test_gzip_is_sent_to_those_who_take_it(header: str, takes: bool) -> None:
    raw = b"RVZ1" + bytes(3000)
    assert encodings.accepted(header, "gzip") is takes
    _, headers, body = get(frontend.run_url(STORE.put(raw)), accept_encoding=header)
    assert ("content-encoding" in headers) is takes
    assert (body == raw) is not takes


def test_every_answer_forbids_browsers_to_guess_its_type() -> None:
    paths = ("api/server", frontend.run_url(STORE.put(b"RVZ1" + bytes(10))), frontend.run_url("0" * 40))
    for path in (*paths, frontend.stage_url(), "api/stage/0/index.js"):
        assert get(path)[1]["x-content-type-options"] == "nosniff", path


def test_a_run_of_an_upload_stays_in_no_browser() -> None:
    _, headers, _ = get(frontend.run_url(STORE.put(b"RVZ1 of an upload" + bytes(99), shareable=False)))
    assert headers["cache-control"] == "private, no-store"
    _, headers, _ = get(frontend.run_url(STORE.put(b"RVZ1 of bundled data" + bytes(99))))
    assert "immutable" in headers["cache-control"]
    for test, kept in ((app(), True), (upload(app(), "table", "mine.csv", ITEMS), False)):
        status, headers, _ = get(stage_data(test)["run_url"])
        assert status == 200 and ("immutable" in headers["cache-control"]) is kept


def test_a_store_that_forgets_a_run_forgets_whose_it_was() -> None:
    store = PackStore(limit=150)
    first = store.put(bytes(range(100)), shareable=False)
    store.put(bytes(range(100, 200)))
    assert first not in store and store.shareable(first)


START = """
import asyncio, resource
from rankviz.ui.startup import server
server.WARM_UP.start = lambda: None
async def start():
    async with server.lifespan(None):
        print(*resource.getrlimit(resource.RLIMIT_NOFILE))
asyncio.run(start())
"""


def started(limits: str) -> subprocess.CompletedProcess[str]:
    """A server that starts under such limits, in a shell of its own, and says them."""
    command = ["sh", "-c", f'{limits} && exec "$0" -c "$1"', sys.executable, START]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.slow
def test_a_start_raises_the_limit_of_open_files() -> None:
    """256 is what macOS gives; its hard limit is higher."""
    done = started("ulimit -S -n 256 && ulimit -H -n 4096")
    assert done.stdout.split() == ["4096", "4096"], done.stderr
    assert "ulimit" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.slow
def test_a_limit_that_stays_low_is_told_in_one_line() -> None:
    done = started("ulimit -n 256")
    assert done.stdout.split() == ["256", "256"], done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "ulimit" in line]
    assert "256" in line and "`ulimit -n 1024`" in line
