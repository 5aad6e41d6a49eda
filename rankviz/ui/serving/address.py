"""The app's address in a visitor's browser: behind a proxy the app may be in a folder of the host."""

from urllib.parse import urlencode, urlsplit, urlunsplit

from streamlit import config
from streamlit.runtime.scriptrunner import get_script_run_ctx

from rankviz.engine.environment import app_script

PAGES = frozenset(file.stem for file in (app_script().parent / "pages").glob("*.py"))
"""The last part of a page's address; the app itself ends in a slash."""

LOCAL = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
"""Hosts that name this computer itself."""


def base_path() -> str:
    """Return `server.baseUrlPath` as the start of a path: "" or "/rankviz"."""
    base = str(config.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""


def home() -> str:
    """Return the address of the app in this visitor's browser, with a slash at its end.

    A proxy that strips a prefix leaves no trace of it in the request, so the browser's address counts.
    """
    context = get_script_run_ctx()
    info = context.context_info if context is not None else None
    seen = info.url if info is not None else ""
    return home_of(seen) if seen else f"http://localhost:8501{base_path()}/"


def public(url: str) -> str:
    """Return the address; "" for one that only this computer reaches, which is useless on paper or to others."""
    name = (urlsplit(url).hostname or "").lower()
    return "" if name in LOCAL or name.endswith(".localhost") else url


def home_of(url: str) -> str:
    """Return the address of the app, given the address of one of its pages."""
    # Not st.context.url: it strips "data" from the end of /my-data/ as if it were a page.
    parts = urlsplit(url)
    folder, _, last = parts.path.rpartition("/")
    if last and last not in PAGES:
        folder = f"{folder}/{last}"
    return urlunsplit((parts.scheme, parts.netloc, f"{folder}/", "", ""))


def link(choices: dict[str, str], page: str = "") -> str:
    """Return the whole address of a page (of Watch, if none is named) with these choices."""
    return f"{home()}{page}?{urlencode(choices, safe=':/,')}"
