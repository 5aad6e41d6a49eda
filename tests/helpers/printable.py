"""The bytes that characters of an offline page stand for, number by number, as boot.js reads them."""

from __future__ import annotations

from rankviz.stage_data.offline.printable import ALPHABET


def bytes_of(text: str) -> bytes:
    pairs = zip(text[::2], text[1::2], strict=False)
    bits = "".join(f"{91 * ALPHABET.index(high) + ALPHABET.index(low):013b}" for high, low in pairs)
    made = bytes(int(bits[k : k + 8], 2) for k in range(0, len(bits) - 7, 8))
    return made[:-1] if len(text) % 2 else made
