"""The app without a browser: its pages, what they say, and its routes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from starlette.routing import Route, Router
from starlette.types import ASGIApp
from streamlit.testing.v1 import AppTest, local_script_runner

from rankviz.ui.startup import server
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State, choices


def _wait(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
    """Wait for the script's end. Streamlit's own way looks for it a thousand times a second: 5 % of an AppTest."""
    runner._script_thread.join(timeout)
    assert runner.script_stopped(), f"the script takes longer than {timeout} seconds"


local_script_runner.require_widgets_deltas = _wait

APP = str(Path(__file__).parents[2] / "app.py")


ITEMS = b"item,height,weight,grade\n" + b"".join(
    b"i%d,%d,%d,%d\n" % (i, i % 7, i * i % 11, i % 3) for i in range(30)
)
LINKED_ON_PAGES = (
    "lesson step challenge predict claim eq q search run qrels against measures show query example"
)
"""Names in links that single pages read."""


class Page(AppTest):
    """The app at a page with a link, not run yet. A run that raises an exception ends the test."""

    def __init__(self, page: str | None = None, **link: str) -> None:
        super().__init__(APP, default_timeout=120)
        self.query_params.update(link)
        if page:
            self.switch_page(page)

    def _run(self, *args: Any, **more: Any) -> Page:
        super()._run(*args, **more)
        assert not self.exception, [each.message for each in self.exception]
        return self


def app(page: str | None = None, **link: str) -> AppTest:
    """The app, opened at a page with a link, after its first run."""
    return Page(page, **link).run()


def opened_with_everything(page: str, value: str) -> AppTest:
    """A page by its name, with this value for everything that a link may say."""
    names = [*(choice.link for choice in choices().values()), *LINKED_ON_PAGES.split(), value[:50]]
    return app(f"pages/{page}.py", **dict.fromkeys(names, value))


def components(test: AppTest, name: str) -> list[Any]:
    """What each component of that name is given."""
    found = (each.proto for each in test.get("bidi_component"))
    return [json.loads(each.json) for each in found if each.component_name.endswith(name)]


def stage_data(test: AppTest) -> dict:
    ((told, *_),) = components(test, "rankviz_stage")
    return told


def words(test: AppTest, *kinds: str) -> str:
    """The texts of all elements of these kinds, without the backslashes that keep Markdown from reading them."""
    return " ".join(each.value for kind in kinds for each in test.get(kind)).replace("\\", "")


def labelled(widgets: Iterable[Any], label: str) -> Any:
    (found,) = (each for each in widgets if each.label.replace("\\", "") == label)
    return found


def press(test: AppTest, label: str) -> AppTest:
    return labelled(test.button, label).click().run()


def widget(test: AppTest, kind: str, name: str):
    return getattr(test, kind)(key=WIDGET + name)


def shown_state(test: AppTest) -> State:
    return from_link(test.query_params)[0]


def upload(
    test: AppTest, scheme: str, name: str, content: bytes, more: tuple[str, bytes] | None = None
) -> AppTest:
    widget(test, "selectbox", "family").set_value(catalog.UPLOAD).run()
    menu = widget(test, "selectbox", "format")
    if menu.value != scheme:
        menu.set_value(scheme).run()
    test.file_uploader(key=f"{WIDGET}upload-{scheme}").set_value((name, content, "text/plain"))
    if more:
        test.file_uploader(key=f"{WIDGET}upload-{scheme}-more").set_value((*more, "text/plain"))
    return test.run()


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
