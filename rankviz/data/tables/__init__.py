"""Tables of items: CSV and Parquet."""

from rankviz.data.tables.reader import head, read, read_weak

__all__ = ["head", "read", "read_weak"]
