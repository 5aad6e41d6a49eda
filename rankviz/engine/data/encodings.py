"""The encoding of a table's text: its detection, and the bytes as UTF-8."""

import codecs

from rankviz.engine.data.reading import BLOCK_BYTES, check_size
from rankviz.engine.errors import DataError, shown

UTF_8 = "utf-8"
WINDOWS = "cp1252"
"""The encoding that Excel writes in Western Europe and America, assumed for text that is not UTF-8."""
ENCODINGS = {
    "": "as recognised",
    UTF_8: "UTF-8",
    "utf-16": "UTF-16",
    WINDOWS: "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "mac_roman": "Mac Roman",
    "cp932": "Shift JIS (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "cp949": "EUC-KR (Korean)",
}
"""Each encoding on offer, and its name on a page; "" detects one."""
_NEVER = bytes({*range(32)} - set(b"\t\n\v\f\r\x1c\x1d\x1e\x1f")) + b"\x81\x8d\x8f\x90\x9d"
"""Bytes that text in Windows-1252 does not have."""


def recognised(data: bytes, whole: bool = True) -> str:
    """Return the encoding of a file's text, or of its beginning; UTF-8 also for bytes that are not text at all."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = data[:4_096]
    half = len(head) // 2
    if half >= 8 and b"\0" in head:  # without a mark: every other byte of Western text is zero
        for encoding, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
            if zeros.count(0) > 0.8 * half and head.count(0) < 1.2 * half:
                return encoding
        return UTF_8
    if _is_utf_8(data, whole) or data.translate(None, _NEVER) != data:
        return UTF_8
    return WINDOWS


def _is_utf_8(data: bytes, whole: bool) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), BLOCK_BYTES):
            decoder.decode(data[start : start + BLOCK_BYTES], whole and start + BLOCK_BYTES >= len(data))
    except UnicodeDecodeError:
        return False
    return True


def as_utf_8(data: bytes, name: str, asked: str, limit: int) -> tuple[bytes, str]:
    """Return a file's bytes as UTF-8, and a note on the encoding unless that is UTF-8 anyway.

    `asked` is one of `ENCODINGS`. Raises DataError for bytes that are not such text, or more than `limit` as UTF-8.
    """
    encoding = asked or recognised(data)
    if encoding == UTF_8:
        return data, ""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise DataError(
            f"byte 0x{data[error.start]:02x} is not {_named(encoding)} text",
            file=name,
            line=data.count(b"\n", 0, error.start) + 1,
            remedy="Say another encoding, encoding=utf-8 for one, or save the file again as UTF-8",
            page="Choose another encoding, or save the file again as UTF-8",
        ) from error
    recoded = text.removeprefix("\ufeff").encode()
    check_size(len(recoded), name, limit)
    if asked:
        return recoded, ""
    odd = next((letter for letter in text if ord(letter) > 127 and letter.isprintable()), "")
    example = f" ({shown(odd)} is its first special letter)" if odd else ""
    return recoded, f"The text is taken for {_named(encoding)}{example}."


def _named(encoding: str) -> str:
    return "UTF-16" if encoding.startswith("utf-16") else ENCODINGS[encoding]
