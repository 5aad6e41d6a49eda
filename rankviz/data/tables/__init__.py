"""Tables of items: CSV and Parquet."""

from __future__ import annotations

from rankviz.data.tables.reader import head, read, read_weak

__all__ = ["head", "read", "read_weak"]
