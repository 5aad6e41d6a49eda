"""A run of data whose every name would be markup or script if anything took it for more than text."""

import numpy as np

import rankviz

HOSTILE = "</script><img src=x onerror=document.title=1>"
QUOTED = "\"'><svg onload=document.title=2>"


def hostile() -> rankviz.Trace:
    """Twenty items, with such names for all that can have one."""
    rng = np.random.default_rng(0)
    problem = rankviz.Problem.from_arrays(
        rng.normal(size=(20, 2)),
        np.repeat([0.0, 1.0], 10),
        feature_names=[HOSTILE, QUOTED],
        item_ids=[f"{HOSTILE}{k}" for k in range(20)],
        item_labels=[f"{QUOTED}{k}" for k in range(20)],
        query_ids=[HOSTILE],
        source=f"synthetic:{HOSTILE}",
        title=f"{HOSTILE} {QUOTED}",
    )
    return rankviz.trace(problem, ["rb-d", "rb-plus"], 3)
