"""The source of the battles on the page: bundled or random, a file of the data folder, or a visitor's votes."""

import streamlit as st

from rankviz.engine.data.battles import Counts
from rankviz.engine.data.builtin import arena
from rankviz.engine.data.folder import find
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError, shortened
from rankviz.ui.serving import uploads
from rankviz.ui.serving.upload_guard import release
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.state import catalog
from rankviz.ui.state.catalog import Data
from rankviz.ui.state.session import touch

REAL, DRAWN = "bundled:arena", "synthetic:arena"
SCHEME = "duels"
TURN = "arena-turn"
"""Session key: the number of the uploader."""


def parse(text: str) -> Data:
    """Return the battles that a text names. Raises DataError for other data, and for an upload that is not here."""
    data = catalog.parse(text)
    if isinstance(data, Uploaded):
        if uploads.find(data)[0].scheme != SCHEME:
            raise DataError(f"“{shortened(data.name, 60)}” has no votes on two at a time")
    elif data.scheme != SCHEME and f"{data.scheme}:{data.target}" not in (REAL, DRAWN):
        raise DataError(f"“{shortened(text, 60)}” has no votes on two at a time")
    return data


def counts(data: Data) -> Counts:
    """Count the battles of data that :func:`parse` has found. Raises DataError."""
    if isinstance(data, Source) and data.scheme != SCHEME:
        return arena.counts(data.scheme, data.values())
    from rankviz.engine.data import duels  # imports pandas, which the page does not need for its own battles
    from rankviz.engine.data.tables import Table

    if isinstance(data, Uploaded):
        upload, options = uploads.find(data)
        table = catalog.table(upload)
        assert table is not None, "votes are tables"
    else:
        path, options = find(data.target, confined=True), dict(data.options)
        table = Table(path, path.name)
    table = table.read_as(*(options.get(each, "") for each in ("encoding", "header", "skip")))
    said = (options.get(each, "") for each in ("columns", "only", "outcomes"))
    return duels.counted_votes(table, *said)[0].counts


def with_rule(data: Data, tie: float, bad: str) -> Data:
    """Return the same battles with a rule for ties, in Watch's form."""
    rule = {"tie": f"{tie:g}", "bad": bad}
    if isinstance(data, Source):
        return data.with_options(**rule)
    upload, options = uploads.find(data)
    return upload.chosen({**options, **rule})


def name(data: Data) -> str:
    """Return the entry of the menu that the data belong to: `REAL`, `DRAWN` or `SCHEME`."""
    return SCHEME if isinstance(data, Uploaded) or data.scheme == SCHEME else f"{data.scheme}:{data.target}"


def uploader() -> Uploaded | None:
    """Show an uploader for a table of votes; return the uploaded table, stored for this visitor."""
    key = f"arena-votes-{st.session_state.setdefault(TURN, 0)}"
    sent = st.file_uploader(
        "A table of votes: model_a, model_b and winner, or counts (CSV or Parquet)", key=key, on_change=touch
    )
    if sent is None:
        return None
    content = sent.getvalue()
    release(sent)
    st.session_state[TURN] += 1
    return uploads.store(SCHEME, [(sent.name, content)]).chosen()
