"""The shell of every document, and self-contained pages: texts in their markup, the rest for `boot.js` to inflate."""

import gzip
import hashlib
import html
import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rankviz.board.offline.modules import shortest, text_of

BOOT = "offline/boot.js"
"""The script that opens a page which carries something."""
STYLES = ("offline/colours.css", "offline/offline.css")
"""The style sheets of a self-contained page."""

THOROUGH = 4_000_000
"""Bytes up to which compression is as strong as possible: beyond, it takes eight times as long and saves 5 %."""
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}' blob:; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
"""The content security policy of a page that carries a run."""
PLACE = re.compile(r"\{\{(\w+)\}\}")


def shell(
    title: str, body: str, style: str, *, policy: str = "", head: str = "", attributes: str = ""
) -> str:
    """Return a whole document. `title` is text; `body`, `head` and the body's `attributes` are markup.

    `style` is its style sheet, `policy` is its content security policy, "" where a header has it.
    """
    known = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n' if policy else ""
    texts = {"title": html.escape(title), "body": body, "style": style, "policy": known}
    return fill("offline/shell.html", texts | {"head": head, "attributes": attributes})


def document(
    template: str,
    title: str,
    style: str,
    carries: Mapping[str, bytes],
    texts: dict[str, str],
    opens: str,
    later: Mapping[str, bytes] = MappingProxyType({}),
) -> bytes:
    """Return a page that carries a run; the same input gives the same bytes.

    `template` has its body and `texts` the contents of its places: markup, in which text from data is already escaped.
    `later` is what a page may carry at its end, since it opens without it.
    """
    nonce, scripts = carrying(carries, opens)
    texts |= {name: _packed(contents) for name, contents in later.items()}
    body = fill(template, texts | {"nonce": nonce, "scripts": scripts})
    return shell(title, body, style, policy=POLICY.format(nonce=nonce)).encode()


def carrying(carries: Mapping[str, bytes], opens: str = "open") -> tuple[str, str]:
    """Return the nonce and the scripts of a page that inflates this by name and calls `opens` of the module in it."""
    packed = {name: _packed(contents) for name, contents in carries.items()}
    # Nobody who writes a name into data can know the page's hash.
    nonce = hashlib.sha256("".join(packed.values()).encode()).hexdigest()[:32]
    texts = packed | {"nonce": nonce, "boot": shortest(BOOT).strip(), "opens": opens}
    return nonce, fill("offline/carried.html", texts)


def fill(template: str, texts: Mapping[str, str]) -> str:
    """Return a template of the front end with the texts in its places."""
    return PLACE.sub(lambda found: texts[found[1]], text_of(template))


def head(home: str) -> str:
    """Return the name at the head of a page, a link where `home` is an address."""
    return f'<b><a href="{html.escape(home)}">RankViz</a></b>' if home else "<b>RankViz</b>"


def as_json(value: Any) -> bytes:
    """Write a value as short JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _packed(contents: bytes) -> str:
    level = 9 if len(contents) <= THOROUGH else 6
    from rankviz.board.offline.printable import printable  # imports NumPy, which a class's page does not need

    return printable(gzip.compress(contents, compresslevel=level, mtime=0))
