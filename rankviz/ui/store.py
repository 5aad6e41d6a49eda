"""Packed runs by the hash of their bytes, for the stage to fetch: one store for the process, for all threads."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict

STORE_BYTES = 64 * 2**20
"""Packed runs kept, gzipped; the least recently asked for go first."""


class PackStore:
    """Gzipped bytes by hash; bounded, least recently used first out."""

    def __init__(self, limit: int = STORE_BYTES) -> None:
        self._limit = limit
        self._packs: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, raw: bytes) -> str:
        """Keep the bytes; returns their hash."""
        digest = hashlib.sha256(raw).hexdigest()[:40]
        if digest in self:
            return digest
        packed = gzip.compress(raw, compresslevel=2, mtime=0)
        with self._lock:
            self._packs[digest] = packed
            while sum(map(len, self._packs.values())) > self._limit and len(self._packs) > 1:
                self._packs.popitem(last=False)
        return digest

    def get(self, digest: str) -> bytes | None:
        """The gzipped bytes, or None when they are not (or no longer) here."""
        with self._lock:
            if digest in self._packs:
                self._packs.move_to_end(digest)
            return self._packs.get(digest)

    def __contains__(self, digest: str) -> bool:
        return self.get(digest) is not None


STORE = PackStore()
