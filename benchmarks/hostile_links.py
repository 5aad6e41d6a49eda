"""Links that mean harm: names that lead elsewhere, numbers that never end, work that nobody waits for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle
from urllib.parse import urlencode

BIG = "letor:big.txt"
"""The large file of the data folder."""
HEAVY = "synthetic:linear?n=2000&features=50&grades=10"
ALL = "rb-d,rb-c,rb-plus,rb-plus-optimal"
LONG_NAME = "A" * 256
NEVER = "9" * 5000
DATA = (
    f"letor:{LONG_NAME}",
    f"table:{LONG_NAME}.csv",
    "table:../secret.csv",
    "table:%2e%2e/secret.csv",
    "table:/etc/passwd",
    "table:/proc/self/environ",
    "letor:/dev/zero",
    "letor:nul\0.txt",
    "table:http://127.0.0.1:9/x.csv",
    "table:file:///etc/passwd",
    "table:teas.csv?pairs=/etc/passwd",
    "letor:queries.txt?queries=" + ",".join(map(str, range(2000))),
    "movielens:u.data?user=" + NEVER,
    "upload:0000000000000000/mine.csv",
    "synthetic:linear?n=99999999999",
    "synthetic:linear?n=-1&features=0",
    "synthetic:linear?n=1e999",
    "synthetic:" + LONG_NAME,
    "bundled:diabetes?items=" + NEVER,
    "scenario:lemma-1?n=99999999",
    "inline:?items=" + ",".join(f"i{k}" for k in range(3000)),
    "inline:?items=a,b&h1=" + "10" * 4000,
    "weak:teas.csv?pairs=teas.csv",
    "<script>alert(1)</script>",
    "\ud7ff\uffff\U0001f642" * 99,
)
CHOICES = (
    {"rounds": NEVER},
    {"rounds": "000000000005" + NEVER},
    {"seed": NEVER},
    {"seed": "-0"},
    {"holdout": "9e999"},
    {"t": NEVER},
    {"alg": ",".join(["rb-d"] * 500)},
    {"alg": "adaboost,gbt,kernel-gd,qbrank,ranksvm,rb-c,rb-plus"},
    {"fork": "rb-c:" + NEVER + ":alpha=" + NEVER},
    {"explain": "rb-c:pair:999999999:999999999@999999"},
    {"positive": "nan"},
    {"x" * 3000: "y" * 3000},
)
EXPERIMENTS = (
    {"src": "synthetic:linear?seeds=99999999999"},
    {"src": f"letor:{LONG_NAME}"},
    {"src": f"folder:{LONG_NAME}"},
    {"src": "folder:.."},
    {"src": "movielens:../../etc/passwd"},
    {"src": "synthetic:coarse?seeds=" + NEVER},
    {"alg": "adaboost,gbt,kernel-gd,qbrank,ranksvm,rb-c,rb-plus"},
    {"rounds": "000000000005" + NEVER},
    {"rounds": "00000000004099999"},
    {"seed": "000000000001999999999999999999999999999999"},
    {"folds": NEVER},
    {"metric": "<script>"},
)
SEARCHES = (("reference", {"eq": NEVER}), ("reference", {"eq": "\0"}), ("gallery", {"claim": LONG_NAME}))
LESSONS = (("lessons", {"lesson": LONG_NAME, "step": NEVER}), ("lessons", {"challenge": "../../etc"}))


def kinds() -> list[tuple[str, dict[str, str]]]:
    """(page, query parameters) of every link that is the same each time it is opened."""
    found = [(page, {"data": data}) for page in ("", "data") for data in DATA]
    found += [("", choice) for choice in CHOICES]
    found += [("experiments", choice) for choice in EXPERIMENTS]
    found += [(page, {"data": f"letor:{LONG_NAME}"}) for page in ("margins", "workbench")]
    return [*found, *SEARCHES, *LESSONS]


def endless() -> Iterator[tuple[str, str]]:
    """(page, query string): each kind in turn; between them long runs and a large file, with seeds that grow."""
    seeds, fixed = count(), cycle(kinds())
    while True:
        for page, choices in (
            next(fixed),
            ("", {"data": HEAVY, "rounds": "1000", "alg": ALL, "seed": str(next(seeds))}),
            next(fixed),
            ("", {"data": BIG, "rounds": "2", "seed": str(next(seeds))}),
        ):
            yield page, urlencode(choices, errors="replace")
