"""Bytes as characters that a script's text may hold: 13 bits in two of 91 characters, where base64 has 6 bits in one.

Text of a script ends at "</" and changes at "<!--", so it contains no "<". "&" and the double quote, which grow
in an attribute, are left out as well. Decoded by frontend/offline/boot.js.
"""

import numpy as np

ALPHABET = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"&<')
BITS = 13
"""Bits that fit into two characters: 2¹³ ≤ 91²."""
_PAIRS = np.array([[ord(high), ord(low)] for high in ALPHABET for low in ALPHABET], dtype=np.uint8)


def printable(contents: bytes) -> str:
    """Encode bytes; an odd number of characters means that the last byte they decode to is not part of `contents`."""
    bits = np.unpackbits(np.frombuffer(contents, dtype=np.uint8))
    pairs = -(-len(bits) // BITS)
    padded = np.zeros(pairs * BITS, dtype=np.int64)
    padded[: len(bits)] = bits
    values = padded.reshape(pairs, BITS) @ (1 << np.arange(BITS)[::-1])
    text = _PAIRS[values].tobytes().decode("ascii")
    return text + ALPHABET[0] * (pairs * BITS // 8 - len(contents))
