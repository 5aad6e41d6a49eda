"""A page that carries what it needs: texts in its markup, the rest compressed, for `boot.js` to inflate."""

import gzip
import hashlib
import html
import json
import re
from collections.abc import Mapping
from typing import Any

from rankviz.stage_data.offline.modules import text_of
from rankviz.stage_data.offline.printable import printable

THOROUGH = 4_000_000
"""Bytes up to which compression is as strong as possible: beyond, it takes eight times as long and wins 5 %."""
PLACE = re.compile(r"\{\{(\w+)\}\}")


def document(template: str, carries: Mapping[str, bytes], texts: Mapping[str, str]) -> bytes:
    """Fill the places in a template of the front end; the same input gives the same bytes.

    `carries` is what the page inflates, by name; `texts` are markup, in which text from data is already escaped.
    """
    return fill(template, {**carrying(carries), **texts}).encode()


def carrying(carries: Mapping[str, bytes]) -> dict[str, str]:
    """Return the texts of a page that inflates this, by the names of their places: also its `nonce`, and `boot`."""
    packed = {name: _packed(contents) for name, contents in carries.items()}
    # Nobody who writes a name into data can know the page's hash.
    nonce = hashlib.sha256("".join(packed.values()).encode()).hexdigest()[:32]
    return {"nonce": nonce, "boot": text_of("offline/boot.js"), **packed}


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
    return printable(gzip.compress(contents, compresslevel=level, mtime=0))
