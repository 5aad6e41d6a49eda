"""Tables of items: CSV and Parquet."""

from rankviz.data.tables.reader import opened, read, read_weak
from rankviz.data.tables.table import Table

__all__ = ["Table", "opened", "read", "read_weak"]
