"""Shared by several tests, from those of pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.routing import Route, Router
from starlette.types import ASGIApp
from streamlit.testing.v1 import AppTest

from rankviz.ui.startup import server
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State, choices

APP = str(Path(__file__).parents[2] / "app.py")


ITEMS = b"item,height,weight,grade\n" + b"".join(
    b"i%d,%d,%d,%d\n" % (i, i % 7, i * i % 11, i % 3) for i in range(30)
)


def app(page: str | None = None, **link: str) -> AppTest:
    """The app, opened at a page with a link, after its first run."""
    test = opened(page, **link)
    assert not test.exception
    return test


def opened(page: str | None, **link: str) -> AppTest:
    """The same, whatever became of its first run."""
    test = AppTest.from_file(APP, default_timeout=120)
    test.query_params.update(link)
    if page:
        test.switch_page(page)
    test.run()
    return test


def opened_with_everything(page: str, value: str) -> AppTest:
    """A page by its name, with this value for everything that a link may say."""
    links = {choice.link: value for choice in choices().values()}
    own = [
        "lesson",
        "step",
        "challenge",
        "predict",
        "claim",
        "eq",
        "q",
        "search",
        "run",
        "qrels",
        "against",
        "measures",
        "show",
        "query",
        "example",
        value[:50],
    ]
    return opened(f"pages/{page}.py", **links, **{name: value for name in own if name not in links})


def stage_data(test: AppTest) -> dict:
    """What the stage was told."""
    (stage,) = (c for c in test.get("bidi_component") if c.proto.component_name.endswith("rankviz_stage"))
    return json.loads(stage.proto.json)[0]


def widget(test: AppTest, kind: str, name: str):
    return getattr(test, kind)(key=WIDGET + name)


def shown_state(test: AppTest) -> State:
    return from_link(test.query_params)[0]


def upload(
    test: AppTest, scheme: str, name: str, content: bytes, more: tuple[str, bytes] | None = None
) -> AppTest:
    widget(test, "selectbox", "family").set_value(catalog.UPLOAD).run()
    widget(test, "selectbox", "format").set_value(scheme).run()
    test.file_uploader(key=f"{WIDGET}upload-{scheme}").set_value((name, content, "text/plain"))
    if more:
        test.file_uploader(key=f"{WIDGET}upload-{scheme}-more").set_value((*more, "text/plain"))
    test.run()
    assert not test.exception
    return test


def get(
    path: str, routes: Sequence[Route] = server.ROUTES, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Ask the routes as a browser would, for a path from where the app is: (status, headers, body)."""
    return ask(Router(routes=list(routes)), f"/{path.removeprefix('/')}", **headers)


def ask(served: ASGIApp, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Ask an app as a browser would, for a path with or without a query: (status, headers, body)."""
    asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    path, _, query = path.partition("?")
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": asked}
    sent: list[dict] = []

    async def receive() -> dict:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict) -> None:
        sent.append(message)

    async def asked_once() -> None:
        await served(scope, receive, send)

    # In a thread of its own: the browser tests leave an event loop running in the main one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asked_once()).result()
    got = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], got, b"".join(message.get("body", b"") for message in sent[1:])
