"""Tables of items: CSV and Parquet."""

from rankviz.engine.data.tables.reader import opened, read, read_weak
from rankviz.engine.data.tables.table import Table

__all__ = ["Table", "opened", "read", "read_weak"]
