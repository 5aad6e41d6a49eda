"""The data that the page audits: files of the visitor's or of the data folder, or an example; audited once and cached.

Files stay in the server's memory, in the store of uploads, and count for its limits.
"""

import threading
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

import rankviz
from rankviz.engine.data.folder import data_dir, find
from rankviz.engine.data.reading import MAX_FILE_BYTES, content
from rankviz.lab.ties import audit as audits
from rankviz.lab.ties import measure, rounds
from rankviz.lab.ties.audit import Audit, Difference
from rankviz.lab.ties.reading import files
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import PREFIX

SCHEME = "run"
"""The kind of upload of this page's files."""
ENDINGS = (".txt", ".run", ".qrels", ".trec", ".json", ".parquet", ".csv", ".tsv", ".gz")
MOST_FILES = 500
EXAMPLE = "synthetic:letor?queries=60&seed=1"
EXAMPLE_JUDGEMENTS = "synthetic searches laid out like the LETOR data"
_ONE_AT_A_TIME = threading.Lock()
"""An audit takes several times its files' memory."""


@dataclass(frozen=True)
class File:
    """A file: its name, its contents, and a key that identifies it."""

    identity: Hashable
    name: str
    data: bytes = field(repr=False)


def listed() -> list[str]:
    """Return the files of the data folder that may be a run or judgements."""
    folder = data_dir()
    if folder is None:
        return []
    found = (path for path in sorted(folder.iterdir()) if path.suffix.lower() in ENDINGS and path.is_file())
    return [path.name for path, _ in zip(found, range(MOST_FILES), strict=False)]


def file(text: str) -> File:
    """Return the file that a link names. Raises DataError."""
    if text.startswith(PREFIX):
        upload = uploads.find_as(SCHEME, uploads.parse(text))
        return File(uploads.identity(upload), upload.name, upload.files[0][1])
    path = find(text, confined=True)
    data, name = content(path, limit=MAX_FILE_BYTES)
    about = Path(path).stat()
    return File((str(path), about.st_mtime_ns, about.st_size), name, data)


@cached
def audited(run: File, qrels: File, measures: str) -> Audit:
    """Audit a run. Raises DataError."""
    return _audit(run, qrels, measures, counters=True)


@cached
def compared(run: File, against: File, qrels: File, measures: str) -> tuple[Difference, ...]:
    """Compare a run with a second one. Raises DataError."""
    return audits.difference(
        _audit(run, qrels, measures, counters=False), _audit(against, qrels, measures, counters=False)
    )


def _audit(run: File, qrels: File, measures: str, *, counters: bool) -> Audit:
    with _ONE_AT_A_TIME:
        found = files.read(run.data, qrels.data, run_name=run.name, name=qrels.name)
        return audits.audit(found, measure.read_all(measures), counters=counters)


@cached
def example(name: str, measures: str) -> Audit:
    """Audit an example."""
    trace = rankviz.trace(rankviz.load(EXAMPLE), ["rb-c"], rounds=5, holdout=0.5)
    chosen = measure.read_all(measures)
    if name == "rounds":
        found = rounds.audit(trace, trace.runs[0], chosen, held_out=True)
    else:
        assert trace.holdout is not None
        same = rounds.judged(trace.holdout, np.zeros(trace.holdout.n_items), "The constant scorer")
        found = audits.audit(same, chosen)
    return replace(found, run=replace(found.run, judgements=EXAMPLE_JUDGEMENTS))
