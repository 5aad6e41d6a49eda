"""The bytes of a pack: texts and arrays in one file.

Layout: "RVZ1", the header's length (uint32, little-endian), the header (JSON, padded to 8 bytes), then the
arrays one after another, each at a multiple of 8. The header names every array with its type, shape and
offset, and holds the texts. NaN in an array means "no value".
"""

import json
import math
import struct
from typing import Any

import numpy as np

MAGIC = b"RVZ1"


def join(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> bytes:
    """Return the bytes of texts and arrays."""
    table, parts, offset = {}, [], 0
    for name, array in arrays.items():
        raw = np.ascontiguousarray(array).tobytes()
        kind = array.dtype.str[1:]
        table[name] = {"dtype": kind, "shape": list(array.shape), "offset": offset}
        padding = -len(raw) % 8
        parts.append(raw + b"\0" * padding)
        offset += len(raw) + padding
    header = json.dumps({"arrays": table, "meta": meta}, ensure_ascii=False, allow_nan=False).encode()
    header += b" " * (-(8 + len(header)) % 8)
    return MAGIC + struct.pack("<I", len(header)) + header + b"".join(parts)


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return (texts, arrays) of a pack."""
    return _header(data)[0]["meta"], {name: array for name, (_, array) in locate(data).items()}


def locate(data: bytes) -> dict[str, tuple[int, np.ndarray]]:
    """Return the offset of each array in a pack, and the array."""
    header, first = _header(data)
    found = {}
    for name, at in header["arrays"].items():
        start, count = first + at["offset"], math.prod(at["shape"])
        flat = np.frombuffer(data, dtype="<" + at["dtype"], count=count, offset=start)
        found[name] = start, flat.reshape(at["shape"])
    return found


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    """Return the header, and the offset of the arrays."""
    (length,) = struct.unpack_from("<I", data, 4)
    return json.loads(data[8 : 8 + length]), 8 + length
