"""The visitors who wait for something that takes a while, and whether anybody still does."""

import threading
import time
from dataclasses import dataclass

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from rankviz.ui.serving.limits import RUNS_PATIENCE
from rankviz.ui.serving.visitors import public_name

PATIENCE = RUNS_PATIENCE
"""Seconds to wait for a visitor whose connection broke, or who is on another page."""


@dataclass(frozen=True)
class Visitor:
    """A tab (a session of Streamlit) and its browser; a tab whose browser rejects cookies counts as one browser."""

    session: str
    browser: str


def here() -> Visitor:
    """Return the visitor whose page is running."""
    context = get_script_run_ctx(suppress_warning=True)
    session = "" if context is None else context.session_id
    return Visitor(session, public_name() if session else "")


def connected(session: str) -> bool:
    """Return whether the tab is open. Without a server, in tests, every tab is."""
    return not runtime.exists() or bool(runtime.get_instance().is_active_session(session))


class Audience:
    """The visitors who wait for one thing. Any thread may call the methods."""

    def __init__(self) -> None:
        self._seen: dict[Visitor, float] = {}
        self._elsewhere: set[str] = set()
        self._lock = threading.Lock()

    def join(self, visitor: Visitor) -> None:
        """Add a waiting visitor."""
        with self._lock:
            self._seen[visitor] = time.monotonic()
            self._elsewhere.discard(visitor.session)

    def leave(self, session: str) -> None:
        """Drop a tab."""
        with self._lock:
            self._seen = {one: at for one, at in self._seen.items() if one.session != session}
            self._elsewhere.discard(session)

    def navigated_away(self, session: str) -> None:
        """Drop the tab unless it reconnects soon."""
        with self._lock:
            self._elsewhere |= {session} & {one.session for one in self._seen}

    def is_waiting(self, session: str) -> bool:
        """Return whether this tab waits."""
        return session in {one.session for one in self.present()}

    def others(self, session: str) -> bool:
        """Return whether anybody else waits."""
        return bool({one.session for one in self.present()} - {session})

    def present(self) -> tuple[Visitor, ...]:
        """Return everybody who waits; forget visitors who have been away for longer than `PATIENCE`."""
        now = time.monotonic()
        with self._lock:
            here = {
                one for one in self._seen if one.session not in self._elsewhere and connected(one.session)
            }
            seen = {one: now if one in here else at for one, at in self._seen.items()}
            self._seen = {one: at for one, at in seen.items() if now - at <= PATIENCE}
            return tuple(self._seen)
