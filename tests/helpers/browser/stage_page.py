"""What a visitor sees and does, by accessible names: open a link, step, read the numbers, choose, upload."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import ConsoleMessage, Error, Frame, Locator, Page, Request, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from helpers.browser.in_page import (
    ASKED,
    AT_REST,
    FOCUS,
    FOLLOW,
    FRAMES,
    PICTURE,
    RECORD,
    RESTS,
    RUN_DRAWN,
    TEXT,
    UNDER_WAY,
)
from rankviz.engine.data.sources import FAMILIES

PATIENCE = 45_000
STAGED = ("", "kernel", "margins", "qbrank", "workbench")
"""Pages with a stage, whatever their link says."""
GROUPS = {
    "Learn": ("Start", "Lessons", "Playlists", "Gallery"),
    "Watch": ("Watch", "Margins", "QBRank", "Kernel", "Arena"),
    "Build": ("Data", "Workbench", "Experiments", "Ties in a run"),
    "Reference": ("Reference",),
}
"""The menus of the bar, and the pages in each."""
REFUSED = "net::ERR_CONNECTION_REFUSED"
NEVER_SHOWN = re.compile(
    r"\bNaN\b|\bInfinity\b|\bTraceback\b|\bnull\b|"
    r"(?<!is )(?<!was )(?<!α )(?<!-)\bundefined\b(?![ =](?:α|halt|infinite|cap|limit)\b)(?![=' ]?')(?!: [−\d])"
)
"""What no reader may ever see.

"α is undefined", "undefined: −10.00", the option of that name and "RB-D (undefined cap)" are words.
"""


class StagePage:
    """One page of the app, watched: errors, requests and what goes over the websocket."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.page.set_default_timeout(PATIENCE)
        self.base = base
        self.problems: list[str] = []
        self.frames: list[tuple[float, str, int]] = []
        self.sockets: list[WebSocket] = []
        self.follows = False
        """Whether it goes to links within the page, as a file's shared page does."""
        self._quiet = False
        self._was_down = False
        self._watched: dict[str, Callable[[Any], None]] = {
            "console": self._console,
            "pageerror": self._page_error,
            "requestfailed": self._failed,
            "framenavigated": self._navigated,
            "websocket": self._socket,
        }
        for event, noted in self._watched.items():
            self.page.on(event, noted)  # type: ignore[call-overload]

    def leave(self) -> None:
        """Watch the page no longer: another test may open it next."""
        for event, noted in self._watched.items():
            self.page.remove_listener(event, noted)

    # What went wrong

    def _problem(self, text: str) -> None:
        if not self._quiet:
            self.problems.append(text)

    def _page_error(self, error: Error) -> None:
        self._problem(f"page error: {error}")

    def _console(self, message: ConsoleMessage) -> None:
        if self._was_down and REFUSED in message.text:
            return  # one of Streamlit's questions whether the server is there again, answered late
        if message.type == "error":
            self._problem(f"console: {message.text}")

    def _navigated(self, frame: Frame) -> None:
        parts = urlsplit(frame.url)
        if parts.scheme in ("http", "https") and parts.netloc != urlsplit(self.base).netloc:
            self.problems.append(f"went to another host: {frame.url}")

    def _failed(self, request: Request) -> None:
        # What the page itself gives up (a fetch overtaken by the next, a page left) is no failure.
        late = self._was_down and request.failure == REFUSED and "/_stcore/" in request.url
        if request.failure != "net::ERR_ABORTED" and not late:
            self._problem(f"failed: {request.url} {request.failure}")

    def _look_at_requests(self) -> None:
        for frame in self.page.frames:
            try:
                found: list[str] = frame.evaluate(ASKED)
            except Error:  # the frame has gone
                continue
            for text in found:
                self._problem(f"request {text}")

    def _socket(self, socket: WebSocket) -> None:
        if "_stcore/stream" in socket.url:
            self.sockets.append(socket)
            socket.on("framesent", lambda data: self.frames.append((time.monotonic(), "sent", len(data))))
            socket.on("framereceived", lambda data: self.frames.append((time.monotonic(), "got", len(data))))

    @contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """A time in which the server is down on purpose."""
        self._look_at_requests()
        self._quiet = self._was_down = True
        try:
            yield
        finally:
            self.page.evaluate(FRAMES)
            self._look_at_requests()
            self._quiet = False

    def follow_scheme(self, scheme: Scheme) -> None:
        """Let the system be light or dark, and wait until the page is."""
        self.page.emulate_media(color_scheme=scheme)
        expect(self.page.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)

    def text(self) -> str:
        """Everything that can be read on the page, or is read aloud."""
        return str(self.page.evaluate(TEXT))

    def check(self) -> None:
        """Nothing went wrong, and nothing is shown that no reader should see."""
        self._look_at_requests()
        found = NEVER_SHOWN.search(text := self.text())
        if found:
            around = text[max(0, found.start() - 80) : found.end() + 80]
            self.problems.append(f"the page shows {found.group()!r}: …{around}…")
        assert not self.problems, "\n".join(self.problems)

    # Getting there

    def open(self, path: str = "", /, **link: object) -> StagePage:
        """Open a page by its link, and wait for the stage when it has one. A page that is shared follows the link."""
        url = self.base + path + (f"?{urlencode(link)}" if link else "")
        if self.follows and self.page.url.startswith(self.base) and self.page.url != url:
            return self.follow(path, **link)
        self.page.goto(url)
        if path in STAGED:
            self.wait_for_stage()
        return self

    def open_on(self, path: str, panel: str, /, **link: object) -> StagePage:
        """Open a page whose stage has that panel, and wait for it."""
        self.open(path, **link)
        self.panel(panel).wait_for(timeout=60_000)
        self.idle()
        return self

    def follow(self, path: str = "", /, **link: object) -> StagePage:
        """Go to another link in the page that is open, as the browser's Back does: no document is loaded again."""
        self.rest()  # the stage tells its round late, and it would be taken for one of the new run
        with self.rerun():
            self.page.evaluate(FOLLOW, self.base + path + (f"?{urlencode(link)}" if link else ""))
        self.rest()
        if path in STAGED:
            self.wait_for_stage()
        return self

    def at(self, t: int) -> StagePage:
        """Go to a round by the scrubber."""
        self.slider.fill(str(t))
        self.expect_round(t)
        return self

    def goto(self, url: str) -> StagePage:
        self.page.goto(url)
        self.wait_for_stage()
        return self

    def visit(self, page: str) -> None:
        """Choose another page of the app by its name, in the menus of the bar."""
        group = next(group for group, names in GROUPS.items() if page in names)
        self.page.get_by_role("navigation").get_by_role("button", name=group, exact=True).click()
        self.page.get_by_role("menuitem", name=page, exact=True).click()

    def wait_for_stage(self) -> None:
        """Until a run's tiles are there, whichever they are."""
        self.page.wait_for_function(RUN_DRAWN, polling=40, timeout=60_000)

    def wait_until(self, true: Callable[[], Any], what: str, patience: float = 40.0) -> Any:
        """Until `true()` is; fails saying `what`."""
        end = time.monotonic() + patience
        while True:
            value = true()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"Still not after {patience:g} s: {what}")
            self.page.wait_for_timeout(40)

    def idle(self) -> None:
        """Until Streamlit's script has ended."""
        self.page.wait_for_function(AT_REST, polling=40)

    @contextmanager
    def rerun(self) -> Iterator[None]:
        """Do something that the server must answer, and wait until it has."""
        begin = time.monotonic()
        yield
        try:
            self.wait_until(lambda: self._answered(begin), "the server answers")
        except AssertionError as late:
            late.add_note(
                f"focus: {self.page.evaluate(FOCUS)}; since: {[f for f in self.frames if f[0] >= begin]}"
            )
            raise
        self.idle()

    def _answered(self, begin: float) -> bool:
        sent = next((at for at, way, _ in self.frames if way == "sent" and at >= begin), None)
        got = [at for at, way, _ in self.frames if way == "got" and sent is not None and at >= sent]
        return len(got) >= 2 and time.monotonic() - got[-1] > 0.1

    def rest(self) -> None:
        """Until the page is at rest: all is drawn, described, told and answered."""
        wait_for_rest(self.page)

    # The transport

    @property
    def where(self) -> Locator:
        """The text `Round t of T`, by its class: it is asked for all the time, and a search of all texts is dear."""
        return self.page.locator(".rv-where").filter(has_text=re.compile(r"^(Round|Runde) \d+ (of|von) \d+$"))

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def slider(self) -> Locator:
        """The scrubber."""
        return self.page.get_by_role("slider", name="Round", exact=True)

    def round(self) -> tuple[int, int]:
        """(t, T) as the stage says them."""
        t, rounds = re.findall(r"\d+", self.where.inner_text())
        return int(t), int(rounds)

    def expect_round(self, t: int, rounds: int | None = None) -> None:
        """Wait until the stage says this round."""
        last = str(rounds) if rounds else r"\d+"
        expect(self.where).to_have_text(re.compile(f"^Round {t} of {last}$"))

    def step(self, times: int = 1) -> None:
        for _ in range(times):
            self.page.locator("button.rv-main").click()

    def record(self) -> None:
        """From now on note every round the stage says."""
        self.where.evaluate(RECORD)

    def recorded(self) -> list[tuple[int, float]]:
        """(round, milliseconds) of every change since."""
        return [(int(t), float(ms)) for t, ms in self.page.evaluate("() => window.saidRounds")]

    # What it shows

    def tile(self, name: str) -> Locator:
        return self.page.locator(f"[data-tile={name}]")

    def panel(self, title: str) -> Locator:
        return self.page.get_by_role("region", name=title, exact=True)

    def picture(self) -> list[str]:
        """Everything drawn on the stage, exactly."""
        return list(self.button("Step").evaluate(PICTURE))

    def losses(self) -> dict[tuple[str, str], str]:
        """The numbers at the cursor: (algorithm, symbol) to text; a held-out one's symbol ends in " held-out"."""
        rows = self._table(self.tile("losses"))
        head = [cell.split("\n")[0].strip() for cell in rows[0]]
        found = {}
        for row in rows[1:]:
            name = row[0].split("\n")[0].strip()
            for other, cell in zip(head[1:], row[1:], strict=True):
                key = (name, other) if name.startswith(("RB-", "RankBoost")) else (other, name)
                numbers = re.findall(r"[^\s()]*\d[^\s()]*|—", cell)
                found[key] = numbers[0]
                if len(numbers) > 1:
                    found[key[0], key[1] + " held-out"] = numbers[1]
        return found

    def numbers(self, panel: str) -> dict[tuple[str, str], str]:
        """The numbers at the cursor of a panel with a row for each run: (run, symbol) to text, no held-out ones."""
        rows = self._table(self.panel(panel))
        return {
            (row[0], symbol): (re.findall(r"[^\s()]*\d[^\s()]*|—", cell) or [cell])[0]
            for row in rows[1:]
            for symbol, cell in zip(rows[0][1:], row[1:], strict=True)
        }

    def _table(self, panel: Locator) -> list[list[str]]:
        read = "(t) => [...t.rows].map((r) => [...r.cells].map((c) => c.innerText.trim()))"
        return panel.get_by_role("table").evaluate(read)

    # The sidebar

    def open_sidebar(self) -> None:
        """Open the sidebar, which boards begin without."""
        handle = self.page.get_by_test_id("stExpandSidebarButton")
        if handle.count() and handle.is_visible():
            handle.click()
        expect(self.page.get_by_test_id("stSidebarContent")).to_be_visible()

    def close_sidebar(self) -> None:
        """Shut it again, and wait until the board has its room."""
        self.page.get_by_test_id("stSidebarHeader").hover()
        self.page.get_by_test_id("stSidebarCollapseButton").locator("button").click()
        left = "() => document.querySelector('.st-key-stage').getBoundingClientRect().left < 60"
        self.page.wait_for_function(left)

    def choose(self, label: str, option: str | re.Pattern[str]) -> None:
        """Choose from a menu in the sidebar."""
        self.open_sidebar()
        found = self.page.get_by_role("option", name=option).first
        self.page.get_by_role("combobox", name=label, exact=True).click()
        with contextlib.suppress(PlaywrightTimeout):
            found.wait_for(timeout=5_000)
        if not found.is_visible():  # a run of the page that ended meanwhile has closed the menu
            self.page.get_by_role("combobox", name=label, exact=True).click()
        with self.rerun():
            found.click()

    def fill(self, label: str, value: object) -> None:
        """Write into a number field of the sidebar."""
        self.open_sidebar()
        field = self.page.get_by_role("spinbutton", name=label)
        field.fill(str(value))
        with self.rerun():
            field.press("Enter")

    def options(self) -> None:
        self.open_sidebar()
        self.page.get_by_text("Options", exact=True).click()

    def tab(self, name: str) -> Locator:
        """Open a part of the drawer; returns its panel."""
        there = self.page.get_by_role("tab", name=name, exact=True)
        with self.rerun():
            if there.count():
                there.first.click()
            else:
                self.page.get_by_text("Look deeper").click()
                self.page.locator(".rv-deeper").get_by_role("button", name=name, exact=True).click()
        return self.page.get_by_role("tabpanel", name=name, exact=True)

    def choose_upload(self, kind: str) -> None:
        """Choose "Your own file" and a format, in the panel on the page."""
        if self.page.get_by_role("combobox", name="Format", exact=True).count() == 0:
            panel = self.button("File and columns").or_(self.button("Another file"))
            if panel.count():
                with self.rerun():
                    panel.click()
            else:
                self.choose("Data", "Your own file")
        family = FAMILIES[kind]
        if self.page.get_by_text(family.help, exact=True).count() == 0:
            self.choose("Format", family.label)
        expect(self.page.get_by_text(family.help, exact=True)).to_be_visible()
        self.rest()

    def upload(self, kind: str, *files: tuple[str, bytes]) -> None:
        """Give one's own files, (name, content) each: the main one, and what stands beside it."""
        self.choose_upload(kind)
        fields = self.page.locator('input[type="file"]')
        for field, (name, content) in reversed(list(enumerate(files))):
            given = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
            with self.rerun():
                fields.nth(field).set_input_files(given)  # type: ignore[arg-type]

    def alert(self, about: str = "") -> str:
        """The sentence in the box of the page (an error or a warning) that mentions `about`."""
        box = self.page.get_by_test_id("stAlert").filter(has_text=about).first
        expect(box).to_be_visible(timeout=20_000)  # a second upload waits for the rerun of the first
        return box.inner_text().strip()

    def address(self) -> dict[str, str]:
        return {key: values[-1] for key, values in parse_qs(urlsplit(self.page.url).query).items()}

    def bytes_between(self, begin: float, end: float, direction: str) -> list[int]:
        """Sizes of the websocket's messages in a stretch of time.monotonic()."""
        return [size for at, way, size in self.frames if begin <= at <= end and way == direction]


def wait_for_rest(page: Page) -> None:
    """Until the page says that nothing is under way."""
    page.evaluate(FRAMES)
    try:
        page.wait_for_function(RESTS, timeout=PATIENCE)
    except PlaywrightTimeout as late:
        late.add_note(f"under way: {page.evaluate(UNDER_WAY)}")
        raise


Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

NewPage = Callable[..., StagePage]
"""Makes a page in a browser of its own."""
