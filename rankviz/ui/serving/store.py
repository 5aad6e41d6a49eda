"""Packed runs by the hash of their bytes, for the stage to fetch: one store for the process, for all threads."""

import gzip
import hashlib
import threading
from collections import OrderedDict

STORE_BYTES = 64 * 2**20
"""Bytes of packed runs, gzipped; the least recently used are dropped first."""


class PackStore:
    """Gzipped bytes by hash; bounded, least recently used first out."""

    def __init__(self, limit: int = STORE_BYTES) -> None:
        self._limit = limit
        self._packs: OrderedDict[str, bytes] = OrderedDict()
        self._private: set[str] = set()
        self._lock = threading.Lock()

    def put(self, raw: bytes, shareable: bool = True) -> str:
        """Store the bytes and return their hash. Bytes that are not `shareable` are for one visitor only."""
        digest = hashlib.sha256(raw).hexdigest()[:40]
        if digest not in self:
            self.put_packed(digest, gzip.compress(raw, compresslevel=2, mtime=0), shareable)
        return digest

    def put_packed(self, digest: str, packed: bytes, shareable: bool = True) -> None:
        """Store bytes that are gzipped already, under the hash of the bytes before."""
        with self._lock:
            self._packs[digest] = packed
            if not shareable:
                self._private.add(digest)
            while sum(map(len, self._packs.values())) > self._limit and len(self._packs) > 1:
                self._private.discard(self._packs.popitem(last=False)[0])

    def get(self, digest: str) -> bytes | None:
        """Return the gzipped bytes, or None when they are not (or no longer) here."""
        with self._lock:
            if digest in self._packs:
                self._packs.move_to_end(digest)
            return self._packs.get(digest)

    def shareable(self, digest: str) -> bool:
        """Return whether these bytes may stay in a browser: a visitor's upload should not."""
        with self._lock:
            return digest not in self._private

    def __contains__(self, digest: str) -> bool:
        return self.get(digest) is not None


STORE = PackStore()
