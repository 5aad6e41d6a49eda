"""One line of JSON for each computed run, for whoever monitors a server: its size and time, no data.

It goes to the logger `rankviz.runs` at INFO. RANKVIZ_LOG_RUNS=1 writes it to standard error; a host that configures
logging itself needs no variable.
"""

import json
import logging
import os
import sys

from rankviz.engine.runs.trace import Trace

LOG = logging.getLogger("rankviz.runs")
NAMED = 12
"""Letters of a digest that are logged: enough to distinguish runs, too few to fetch an upload's by."""


def write(digest: str, trace: Trace, packed_bytes: int, seconds: float) -> None:
    """Write the line of a run: its size, bytes before compression, and seconds including the wait for its turn."""
    if os.environ.get("RANKVIZ_LOG_RUNS", "").strip() == "1" and not LOG.handlers:
        _to_standard_error()
    if not LOG.isEnabledFor(logging.INFO):
        return
    line = {
        "run": digest[:NAMED],
        "items": trace.problem.n_items,
        "pairs": trace.problem.n_pairs,
        "features": trace.problem.n_features,
        "algorithms": [run.algorithm for run in trace.runs],
        "rounds": sum(run.n_rounds for run in trace.runs),
        "bytes": packed_bytes,
        "seconds": round(seconds, 3),
    }
    LOG.info(json.dumps(line))


def _to_standard_error() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s rankviz.runs %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
