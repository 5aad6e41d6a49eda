"""Multilabel data as rankings: a query is an item, and its labels are ranked."""

from rankviz.engine.data.multilabel.reader import read

__all__ = ["read"]
