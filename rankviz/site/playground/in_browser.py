"""The site's engine and Pyodide: what a page with a worker carries, its policy, and their files."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankviz.board.offline.modules import text_of
from rankviz.site.playground import engine
from rankviz.site.playground.pyodide_bundle import VERSION, PyodideBundle, kit

PUBLIC = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
"""Pyodide's public distribution, which a page without its own copy loads."""
PUBLIC_SIZE = 9_500_000
"""Bytes of Pyodide and NumPy as that host sends them."""
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}' 'self' blob: 'wasm-unsafe-eval'{hosts}; connect-src 'self'{hosts}; "
    "worker-src 'self' blob:; frame-src 'self' blob:; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
    "form-action 'none'"
)
"""The content security policy of a page with the engine."""
PLACE, OFFLINE = "playground", "playground-offline.js"
"""The folder of the files, and the service worker."""
PRIVATE = (
    "Nothing that you choose or see is sent anywhere: the page's policy lets it contact only its own host."
)
"""The privacy sentence of a page with a copy of Pyodide."""
ASKS = (
    "Pyodide, the Python for browsers, is downloaded from <code>{host}</code>. Nothing else is requested from any "
    "host, and nothing that you choose or see is sent. If your network blocks that host, it has to be allowed."
)


def megabytes(size: int) -> str:
    """Return bytes in megabytes, as a page writes them."""
    return f"{size / 1e6:.1f}"


@dataclass(frozen=True)
class InBrowser:
    """The common part of a site's pages with the engine; `copied` is Pyodide, None for the public distribution."""

    copied: PyodideBundle | None

    @classmethod
    def from_folder(cls, pyodide: Path | None) -> "InBrowser":
        """Copy Pyodide and its NumPy from a folder; None names the public distribution.

        Raises DataError for a folder that is not a Pyodide of the tested version, or has no NumPy.
        """
        return cls(None if pyodide is None else kit(pyodide))

    @property
    def size(self) -> int:
        """The bytes that a first visit downloads, besides the page."""
        pyodide = sum(map(len, self.copied.contents.values())) if self.copied else PUBLIC_SIZE
        return len(engine.archive()) + pyodide

    @property
    def privacy(self) -> str:
        """The requests of such a page and their hosts, in a sentence of markup."""
        return PRIVATE if self.copied else ASKS.format(host=_public_host())

    def policy(self, nonce: str) -> str:
        """Return the policy of a page with that nonce; its worker, which is started from a text, has the same."""
        hosts = "" if self.copied else f" {_public_host()}"
        return POLICY.format(nonce=nonce, hosts=hosts)

    def opening(self, root: str) -> dict[str, Any]:
        """Return the settings with which a page's engine starts; `root` leads to the site's folder, such as "../"."""
        return {
            "offline": root + OFFLINE,
            "from": self._from(root),
            "worker": text_of("playground/worker.js"),
        }

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield (path, contents) of the engine and of Pyodide."""
        yield f"{PLACE}/{engine.name()}", engine.archive()
        for name, contents in self.copied.contents.items() if self.copied else ():
            yield f"{PLACE}/{name}", contents

    def _from(self, root: str) -> dict[str, Any]:
        """Return where a page's worker finds the engine, and Pyodide."""
        copied = self.copied

        def part(name: str, contents: bytes) -> dict[str, Any]:
            return {"url": f"{root}{PLACE}/{name}", "size": len(contents)}

        own = copied and {each: part(name, copied.contents[name]) for each, name in copied.names.items()}
        parts = [engine.name(), *(copied.contents if copied else ())]
        return {
            "engine": part(engine.name(), engine.archive()),
            "copied": own,
            "public": PUBLIC,
            "lock": copied.lock if copied else {},
            "memory": f"{root}{PLACE}/memory-{hashlib.sha256(''.join(parts).encode()).hexdigest()[:16]}",
        }


def _public_host() -> str:
    found = re.match(r"https://[^/]+", PUBLIC)
    assert found is not None
    return found[0]
