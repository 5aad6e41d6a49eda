"""Browser windows that are used again: a page that is already there loads the app in half the time of a new one."""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from helpers.browser.in_page import HAND_ON

STILL = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    @media screen { html { opacity: 0; } }
    .stMain *, .stMain ~ * { animation: none !important; }
    .stProgress * { transition: none !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
"""What Streamlit shows while something loads does not pulse, nor does a bar of progress glide: painting all of that,
sixty times a second, takes a twelfth of the browser's time. To paint what nobody looks at takes another tenth: all is
laid out, described and moves as ever, but is not painted, unless it is `SEEN`."""
SEEN = "html { opacity: 1 !important; }"
"""The style of a page whose picture is looked at, or its colours, or what moves in it as it comes."""
CHANGEABLE = frozenset({"viewport", "color_scheme", "reduced_motion"})
"""What an idle page can be given: a new one has to read and compile every script once more."""
FORGET = """() => {
  window.forgotten = true;
  try { localStorage.clear(); sessionStorage.clear(); } catch { /* a page of no site */ }
}"""


def be_seen(page: Page) -> None:
    """Paint what the page opens from now on."""
    paint = (
        f"const all = new CSSStyleSheet(); all.replaceSync('{SEEN}'); document.adoptedStyleSheets.push(all);"
    )
    page.add_init_script(f"{{ {paint} }}")


class Tabs:
    """Pages of one Chromium, each in a context of its own, lent to a test and emptied after it.

    Cookies and storage end with the test, so that every test is a new visitor; only files stay cached.
    """

    def __init__(self, chromium: Browser, **usual: Any) -> None:
        self._chromium, self._usual = chromium, usual
        self._idle: dict[str, list[Page]] = defaultdict(list)

    def lend(self, **how: Any) -> Page:
        """An empty page in a context that no other test uses now; keywords as of `Browser.new_context`."""
        options = {**self._usual, **how}
        idle = self._idle[_key(options)]
        if idle:
            page = idle.pop()
            page.set_viewport_size(options["viewport"])
            page.emulate_media(color_scheme=options["color_scheme"], reduced_motion=options["reduced_motion"])
            return page
        context = self._chromium.new_context(**options)
        context.add_init_script(STILL)
        context.add_init_script(HAND_ON)
        return context.new_page()

    def change(self, page: Page, **how: Any) -> Page:
        """Give a page that is there what can be changed, and leave it without a pointer."""
        options = {**self._usual, **how}
        page.set_viewport_size(options["viewport"])
        page.emulate_media(color_scheme=options["color_scheme"], reduced_motion=options["reduced_motion"])
        page.mouse.move(2, 2)
        return page

    def take_back(self, page: Page, **how: Any) -> None:
        """Empty the page for the next test; one that cannot be emptied is closed."""
        options = {**self._usual, **how}
        try:
            _empty(page)
        except PlaywrightError:
            page.context.close()
        else:
            self._idle[_key(options)].append(page)

    def close(self) -> None:
        for idle in self._idle.values():
            while idle:
                idle.pop().context.close()


def _key(options: dict[str, Any]) -> str:
    return repr(sorted((name, value) for name, value in options.items() if name not in CHANGEABLE))


def _empty(page: Page) -> None:
    context: BrowserContext = page.context
    for other in context.pages:
        if other is not page:
            other.close()
    page.unroute_all()
    page.evaluate(FORGET)
    page.goto("about:blank")
    page.emulate_media(media="null")
    page.mouse.move(0, 0)
    context.clear_cookies()
