"""What a page by itself carries: its texts number by number, as boot.js reads them, and that it asks no server."""

import gzip
import re

from rankviz.board.offline.printable import ALPHABET

ASKS = re.compile(r"(?<!this\.)(?<!async )\bfetch\(|import\.meta|\bimport\(|XMLHttpRequest|EventSource")
"""What a module does that asks somebody."""


def bytes_of(text: str) -> bytes:
    pairs = zip(text[::2], text[1::2], strict=False)
    bits = "".join(f"{91 * ALPHABET.index(high) + ALPHABET.index(low):013b}" for high, low in pairs)
    made = bytes(int(bits[k : k + 8], 2) for k in range(0, len(bits) - 7, 8))
    return made[:-1] if len(text) % 2 else made


def carried(made: bytes, name: str) -> bytes:
    """What a page carries under that name."""
    found = re.search(rf'<script type="application/octet-stream" id="{name}">([^<]*)</script>', made.decode())
    assert found, name
    return gzip.decompress(bytes_of(found[1]))
