"""What is added to Streamlit's first document, and to nothing else."""

from pathlib import Path

import pytest
import streamlit
from helpers.pages import ask
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from rankviz.engine.errors import DataError
from rankviz.ui.serving import first_document, frontend
from rankviz.ui.serving.address import PAGES
from rankviz.ui.serving.first_document import STYLES, FirstDocument, completed

DOCUMENT = Path(streamlit.__file__).parent / "static" / "index.html"


def _answers(request: Request) -> Response:
    if request.headers.get("if-none-match"):
        return Response(status_code=304)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return PlainTextResponse("packed", headers={"Content-Encoding": "gzip"})
    if request.url.path.startswith("/missing"):
        return HTMLResponse("<head></head><body></body>", 404)
    return HTMLResponse("<head></head><body></body>", headers={"ETag": "x"})


PLAIN = b"<head></head><body></body>"
APP = Starlette(routes=[Route("/{path:path}", _answers)], middleware=[Middleware(FirstDocument)])


@pytest.mark.parametrize("path", ["/", "/watch", "/behind/margins", "/nobody-knows-it"])
def test_the_document_brings_styles_and_the_modules_of_the_stage(path: str) -> None:
    status, headers, body = ask(APP, path, if_none_match="x", accept_encoding="gzip")
    text = body.decode()
    assert status == 200 and "etag" not in headers and int(headers["content-length"]) == len(body)
    assert text.index("api/stage/") < text.index("</head>") < text.index("<style>") < text.index("</body>")
    assert ".stMainBlockContainer" in text and "margin-left: 300px" in text


@pytest.mark.parametrize(
    ("path", "stage", "sidebar"),
    [
        ("/start", False, False),
        ("/data", False, True),
        ("/?t=3&present=1", True, False),
        ("/watch", True, True),
    ],
)
def test_a_page_waits_for_no_stage_or_sidebar_that_it_has_not(path: str, stage: bool, sidebar: bool) -> None:
    body = ask(APP, path)[2]
    assert (b"api/stage/" in body, b"300px" in body) == (stage, sidebar)
    assert (b"data-board>" in body) == stage, "a board without room opens without its sidebar"


@pytest.mark.parametrize(
    ("path", "told"), [("/", 0), ("/nobody-knows-it", 0), ("/data", 1), ("/rv/watch", 1)]
)
def test_a_page_below_the_app_is_told_where_that_is(path: str, told: int) -> None:
    assert ask(APP, path)[2].count(b"BACKEND_BASE_URL") == told


def test_a_page_is_what_it_says_and_stands_in_frames_of_this_server_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    headers = ask(APP, "/data")[1]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "frame-ancestors 'self'"
    moodle = "https://moodle.example.org *.example.com:8443"
    for text in (moodle, "'none'", "*", "http://localhost:3000 'self'"):
        monkeypatch.setenv(first_document.VARIABLE, text)
        assert first_document.frame_ancestors() == text
    for text in ("'none' *", "example.org; script-src *", "self'", "a,b", "https://x/path", "javascript:"):
        monkeypatch.setenv(first_document.VARIABLE, text)
        with pytest.raises(DataError, match="moodle"):
            first_document.frame_ancestors()


def test_a_page_has_its_styles_before_it_is_drawn() -> None:
    assert b"rv-notation" in ask(APP, "/reference")[2]
    assert STYLES.keys() <= PAGES


@pytest.mark.parametrize("path", ["/api/run/0", "/_stcore/health", "/static/page.html", "/rv/presenter"])
def test_answers_other_than_the_first_document_are_unchanged(path: str) -> None:
    assert ask(APP, path, if_none_match="x")[0] == 304
    assert ask(APP, path, accept_encoding="gzip")[2] == b"packed"
    assert ask(APP, path)[2] == PLAIN
    assert ask(APP, "/missing")[::2] == (404, PLAIN), "an error stays plain"


def test_streamlits_own_document_can_be_completed() -> None:
    text = completed(DOCUMENT.read_bytes(), "margins").decode()
    assert text.count("<style>") == 2 and text.count(frontend.stage_url()) == 1
