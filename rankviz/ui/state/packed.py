"""A text in a link: packed where it is short."""

import base64
import zlib

from rankviz.engine.errors import DataError
from rankviz.lessons.text.lines import MOST_BYTES

PACKED = "~"
"""The prefix of a packed text; no name has it."""
LONGEST = 2_000
"""Most characters of a packed text: mail programs and chats cut off longer addresses."""


def packed(text: str) -> str:
    """Return the text as part of an address; "" for one that is too long."""
    squeezed = zlib.compress(text.encode(), 9)
    made = PACKED + base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
    return made if len(made) <= LONGEST else ""


def unpacked(value: str) -> str:
    """Return the text that a link holds. Raises DataError for a value that is not packed text."""
    inner = value.removeprefix(PACKED)
    try:
        if len(inner) > LONGEST:
            raise ValueError
        squeezed = base64.b64decode(inner + "=" * (-len(inner) % 4), altchars=b"-_", validate=True)
        return zlib.decompressobj().decompress(squeezed, MOST_BYTES + 1).decode()
    except (ValueError, zlib.error):  # includes base64's error: a packed text may be anything
        raise DataError("The text in this link is damaged", remedy="Copy the whole link again") from None
