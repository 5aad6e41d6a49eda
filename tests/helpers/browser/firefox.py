"""A Firefox without a window or a network, by Marionette; only where both are installed (see CONTRIBUTING.md)."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

OFFLINE = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}
ERRORS = """
  return Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError)
    .filter((each) => !(each.flags & Ci.nsIScriptError.warningFlag) && /^(file|blob):/.test(each.sourceName))
    .map((each) => each.errorMessage);
"""


@contextmanager
def firefox() -> Iterator[Any]:
    """The session. Skips the test where it cannot be had."""
    driver = pytest.importorskip("marionette_driver.marionette")
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if binary is None:
        pytest.skip("no Firefox here")
    with tempfile.TemporaryDirectory() as folder:  # Marionette removes a log that is there: never a device
        log = str(Path(folder) / "gecko.log")
        session = driver.Marionette(
            bin=binary, headless=True, startup_timeout=120, gecko_log=log, prefs=OFFLINE
        )
        session.start_session()
        try:
            yield session
        finally:
            session.quit()


def errors(session: Any) -> list[str]:
    """What went wrong in pages from a disk since Firefox began."""
    with session.using_context("chrome"):
        return list(session.execute_script(ERRORS))
