"""The tie audit of a large run: reading it and counting, beside what others take for less; seconds of one core.

    python benchmarks/ties.py [--queries 7000] [--documents 1000] [--repeats 3]

A TREC run with many equal scores and its judgements are written to a temporary folder. Each part has a process of its
own, so that its memory is its own: the audit (read, then six measures with all programs' values), pandas reading the
same columns, scikit-learn's ndcg_score query by query, which has the expected NDCG alone, and pytrec_eval where it is
installed, with which one order of equal scores is counted. Ratios are to the audit.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RANKVIZ_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

Timed = dict[str, float]


def write(folder: Path, queries: int, documents: int) -> None:
    """Write run.txt, of 200 different scores per query, and qrels.txt, a twentieth of the documents judged."""
    rng = np.random.default_rng(0)
    with (folder / "run.txt").open("w") as run, (folder / "qrels.txt").open("w") as qrels:
        for q in range(queries):
            ids = rng.integers(0, 10**7, documents)
            scores = np.sort(rng.integers(0, 200, documents))[::-1] / 8
            run.writelines(
                f"q{q} Q0 doc-{d:07d}-{i} {i + 1} {s} made\n"
                for i, (d, s) in enumerate(zip(ids.tolist(), scores.tolist(), strict=True))
            )
            for i in rng.choice(documents, max(documents // 20, 2), replace=False).tolist():
                qrels.write(f"q{q} 0 doc-{ids[i]:07d}-{i} {rng.integers(0, 4)}\n")


def warm(folder: Path) -> None:
    """Compile the kernels, so that no part's time has that in it."""
    (folder / "small").mkdir()
    write(folder / "small", 2, 20)
    audit(folder / "small")


def audit(folder: Path) -> Timed:
    """Read and audit."""
    from rankviz.lab.ties import audit, measure
    from rankviz.lab.ties.reading import files

    start = time.process_time()
    run = files.read(str(folder / "run.txt"), str(folder / "qrels.txt"))
    read = time.process_time()
    audit.audit(run, measure.read_all(measure.DEFAULT))
    return {"read": read - start, "count": time.process_time() - read}


def pandas_reads(folder: Path) -> Timed:
    """Read the columns that count, no more."""
    import pandas as pd

    start = time.process_time()
    pd.read_csv(folder / "run.txt", sep=" ", header=None, usecols=[0, 2, 4])
    pd.read_csv(folder / "qrels.txt", sep=" ", header=None, usecols=[0, 2, 3])
    return {"read": time.process_time() - start}


def scikit_learn(folder: Path) -> Timed:
    """Expected NDCG@10 of each query."""
    from sklearn.metrics import ndcg_score

    from rankviz.lab.ties.reading import files

    run = files.read(str(folder / "run.txt"), str(folder / "qrels.txt"))
    grades = np.maximum(run.grades, 0)
    start = time.process_time()
    for a, b in zip(run.start[:-1], run.start[1:], strict=True):
        ndcg_score(grades[None, a:b], run.scores[None, a:b], k=10)
    return {"count": time.process_time() - start}


def pytrec(folder: Path) -> Timed:
    """Five of the six measures, in one order; it reads into dictionaries."""
    import pytrec_eval

    start = time.process_time()
    with (folder / "run.txt").open() as run, (folder / "qrels.txt").open() as qrels:
        scored, judged = pytrec_eval.parse_run(run), pytrec_eval.parse_qrel(qrels)
    read = time.process_time()
    wanted = {"ndcg_cut.10", "map", "P.10", "recall.100", "bpref"}
    pytrec_eval.RelevanceEvaluator(judged, wanted).evaluate(scored)
    return {"read": read - start, "count": time.process_time() - read}


def alone(part: Callable[[Path], Timed], folder: Path, repeats: int) -> Timed:
    """Median times of a part, and the most memory (GiB) of a process that does it."""
    found = []
    for _ in range(repeats):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found.append(pool.apply(measured, (part, folder)))
    return {name: statistics.median(each[name] for each in found) for name in found[0]}


def measured(part: Callable[[Path], Timed], folder: Path) -> Timed:
    """Run a part in this process."""
    times = part(folder)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {**times, "memory": most / (2**30 if sys.platform == "darwin" else 2**20)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=7000)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    parts = {"audit": audit, "pandas": pandas_reads, "scikit-learn": scikit_learn}
    if importlib.util.find_spec("pytrec_eval"):
        parts["pytrec_eval"] = pytrec
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, args.queries, args.documents)
        warm(folder)
        size = (folder / "run.txt").stat().st_size
        print(
            f"{args.queries:,} queries × {args.documents:,} documents, {size / 1e6:,.0f} MB; median of {args.repeats}"
        )
        print(f"{'':14}{'read, s':>10}{'× ours':>8}{'count, s':>10}{'× ours':>8}{'memory, GiB':>13}")
        ours: Timed = {}
        for label, part in parts.items():
            found = alone(part, folder, args.repeats)
            ours = ours or found
            cells = "".join(
                f"{found[key]:10.2f}{found[key] / ours[key]:8.2f}" if key in found else f"{'—':>10}{'':8}"
                for key in ("read", "count")
            )
            print(f"{label:14}{cells}{found['memory']:13.2f}")


if __name__ == "__main__":
    main()
