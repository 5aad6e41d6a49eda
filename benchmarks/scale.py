"""Speed and memory as data grow, RankBoost beside its peers in one run: ratios, growth exponents, and a figure.

    python benchmarks/scale.py [--quick | --smoke] [--threads 1] [--only rounds,measures,growth,memory,letor]
        [--letor-rows N] [--data FOLDER [--user 222]]

Peers that are not installed are skipped, and said so. The engines take turns, and the shortest of each one's runs
counts, which leaves out what a busy machine adds. --letor-rows 720000 writes a file of the size of
MSLR-WEB10K's training fold, reads it, and trains on it in a process of its own. --data has MovieLens 100K: RB-C and
RankBoost+ on one user, beside dense numpy in float64, which must pick the same rankers. The figure is of growth and
memory.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import multiprocessing
import os
import tempfile
import time
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
from chart import Panel, write
from engines import ENGINES, Skipped, dense_rb_c, dense_rb_plus, generate, side_by_side

import rankviz
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.registry import find_boosted, settle
from rankviz.engine.data import letor
from rankviz.engine.runs.measure import MAX_TRACKED, measure

RB = {
    "RB-C": "rb-c",
    "RB-D": "rb-d",
    "RankBoost+": "rb-plus",
    "optimal RB+": "rb-plus-optimal",
    "push": "push",
}
PEERS = ["RB-C", "numpy sum", "LightGBM", "XGBoost"]
PARTS = ("rounds", "measures", "growth", "memory", "letor")
DENSE = {"RB-C": "dense RB-C", "RankBoost+": "dense RB+"}
TARGETS = {  # (case, engine): (what it is measured in, at most)
    ("large", "RB-C"): [("LightGBM", 0.2), ("numpy sum", 1.5)],
    ("pairs", "RankBoost+"): [("LightGBM", 1.5)],
    ("pairs", "optimal RB+"): [("LightGBM", 1.5)],
    ("pairs", "push"): [("LightGBM", 1.5)],
    ("mq2008", "RB-C"): [("ms", 0.7)],
    ("mq2008", "RankBoost+"): [("ms", 2.5)],
}


def case(
    title: str, key: str, problem: rankviz.Problem, names: list[str], threads: int, repeats: int
) -> None:
    """One size: every engine's round, and what was aimed for."""
    times, skipped = side_by_side(problem, names, threads, 100, repeats)
    print(
        f"\n{title}: {problem.n_items:,} items × {problem.n_features} features, {problem.n_queries:,} queries, "
        f"{problem.n_pairs:,} pairs, {threads} thread{'s' if threads > 1 else ''}"
    )
    for name, seconds in times.items():
        others = "  ".join(
            f"{_ratio(seconds / times[other])} × {other}"
            for other in ("numpy sum", "LightGBM", "31 leaves", "XGBoost", "dense RB-C", "dense RB+")
            if other in times and (other[:5] != "dense" or other == DENSE.get(name)) and other != name
        )
        aims = []
        for what, most in TARGETS.get((key, name), []):
            found = seconds * 1e3 if what == "ms" else seconds / times[what] if what in times else None
            if found is not None:
                aims.append(f"{'meets' if found <= most else 'MISSES'} ≤ {most} {what}")
        print(f"  {name:17}{seconds * 1e3:10.2f} ms per round   {others}   {', '.join(aims)}")
    for name, why in skipped.items():
        print(f"  {name:17}skipped: {why}")


def _ratio(x: float) -> str:
    return f"{x:.4f}" if x < 0.01 else f"{x:.3f}" if x < 0.1 else f"{x:.2f}" if x < 10 else f"{x:,.0f}"


def growth(
    title: str,
    x: str,
    sizes: list[tuple[float, rankviz.Problem]],
    names: list[str],
    threads: int,
    repeats: int,
) -> Panel:
    """One axis: a curve an engine, and the exponent of its growth."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for value, problem in sizes:
        for name, seconds in side_by_side(problem, names, threads, 50, repeats)[0].items():
            curves.setdefault(name, []).append((value, seconds * 1e3))
    print(f"\n{title}: time of a round ~ {x}^exponent")
    for name, curve in curves.items():
        if len(curve) > 1:
            slope = np.polyfit(*np.log(np.array(curve)).T, 1)[0]
            told = "  ".join(f"{a:,.0f}: {b:.3f} ms" for a, b in curve)
            print(f"  {name:12}{slope:6.2f}   {told}")
    return Panel(title, x, "ms per round", curves)


def rounds_axis(problem: rankviz.Problem, counts: list[int], repeats: int) -> Panel:
    """The time of training and of measuring as rounds grow."""
    pool, algorithm = build_pool(problem), find_boosted("rb-c")
    curves: dict[str, list[tuple[float, float]]] = {"train": [], "measure": []}
    for count in counts:
        best = {"train": np.inf, "measure": np.inf}
        for _ in range(repeats):
            begin = time.perf_counter()
            steps = algorithm.fit(problem, pool, count, settle(algorithm, {}), None)
            middle = time.perf_counter()
            measure(steps, problem, pool, None, False)
            end = time.perf_counter()
            best = {
                "train": min(best["train"], middle - begin),
                "measure": min(best["measure"], end - middle),
            }
        for name, seconds in best.items():
            curves[name].append((count, seconds * 1e3))
    print("\nrounds: time of a run ~ rounds^exponent")
    for name, curve in curves.items():
        slope = np.polyfit(*np.log(np.array(curve)).T, 1)[0]
        print(f"  {name:12}{slope:6.2f}   " + "  ".join(f"{a}: {b:.0f} ms" for a, b in curve))
    return Panel("Rounds", "rounds", "ms in all", curves)


def memory(sizes: list[tuple[int, int, int]], names: list[str], threads: int) -> Panel:
    """Peak memory of a few rounds beside the data, each engine in a process of its own."""
    curves: dict[str, list[tuple[float, float]]] = {}
    print("\nmemory: what three rounds hold at most beside the features and, for ours, the bins")
    for size in sizes:
        binned = size[0] * size[1] / 2**20
        for name in names:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                found = pool.apply(_peak, (name, size, threads))
            if isinstance(found, str):
                print(f"  {name:12}skipped: {found}")
                continue
            megabytes, pairs = found
            curves.setdefault(name, []).append((size[0], max(megabytes, 0.1)))
            told = f"{megabytes / binned:.2f} × the bins" + (
                f", {megabytes * 2**20 / pairs:.0f} bytes per pair" if name == "RankBoost+" else ""
            )
            print(f"  {name:12}{size[0]:>9,} items  {megabytes:8.1f} MB  {told}")
    return Panel("Peak memory", "items", "MB", curves)


def measures(problem: rankviz.Problem, repeats: int, rounds: int = 100) -> None:
    """A trace's two parts, processor time by turns: learning, and measuring with Ê2 as far as a trace has it."""
    pool = build_pool(problem)
    print(
        f"\n{problem.n_items:,} × {problem.n_features}, {problem.n_pairs:,} pairs, ms per round: learning, measuring"
    )
    for name, key in RB.items():
        algorithm, best = find_boosted(key), [np.inf, np.inf]
        loss2 = algorithm.loss == "e2" or problem.n_pairs <= MAX_TRACKED
        for count in [3] + [rounds] * repeats:  # compiled first
            begin = time.process_time()
            steps = algorithm.fit(problem, pool, count, settle(algorithm, {}), None)
            middle = time.process_time()
            measure(steps, problem, pool, None, loss2)
            took = middle - begin, time.process_time() - middle
            best = [min(pair) for pair in zip(best, took, strict=True)] if count == rounds else best
        learning, measuring = (seconds / rounds * 1e3 for seconds in best)
        print(f"  {name:12}{learning:9.3f}{measuring:9.3f}   {_ratio(measuring / learning)} ×")


def movielens(folder: Path, user: int, rounds: int, repeats: int) -> None:
    """One user's ratings: milliseconds per round beside dense numpy, by turns, and whether the picks are the same."""
    problem = rankviz.load(f"movielens:{folder / 'ml-100k-u.data'}?user={user}")
    pool = build_pool(problem)
    higher, lower = problem.pairs.T
    outputs = pool.outputs(np.arange(len(pool))).astype(np.int8)
    matrix = (outputs[:, higher] - outputs[:, lower]).astype(np.float64)
    print(f"\nMovieLens user {user}: {problem.n_pairs:,} pairs, {problem.n_items} items, {len(pool)} stumps")
    for name, dense in (("rb-c", dense_rb_c), ("rb-plus", dense_rb_plus)):
        algorithm, best, picks = find_boosted(name), {"RankViz": np.inf, "dense numpy": np.inf}, []
        algorithm.fit(problem, pool, 2, settle(algorithm, {}), None)  # compiled
        for _ in range(repeats):
            begin = time.perf_counter()
            ours = algorithm.fit(problem, pool, rounds, settle(algorithm, {}), None).ranker
            middle = time.perf_counter()
            picks = [ours, dense(matrix, rounds)[0]]
            end = time.perf_counter()
            for key, seconds in zip(best, (middle - begin, end - middle), strict=True):
                best[key] = min(best[key], seconds / rounds)
        fast, slow = best.values()
        same = "yes" if picks[0] == picks[1] else "NO"
        print(
            f"  {name:9}{fast * 1e3:8.2f} ms, dense {slow * 1e3:8.2f} ms: {slow / fast:,.0f} × as fast",
            end="",
        )
        print(f"; same picks: {same}")


def _peak(name: str, size: tuple[int, int, int], threads: int) -> tuple[float, int] | str:
    problem = generate(*size)
    pool = build_pool(problem)
    ours = name in ("RB-C", "RB-D", "RankBoost+")
    if ours:
        ENGINES[name](generate(60, 3, 1), build_pool(generate(60, 3, 1)), threads)(
            3
        )  # compiled before it is measured
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what the data left behind is given back first
    before = _resident("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # begin the peak anew
    try:
        ENGINES[name](problem, pool, threads)(3)
    except Skipped as reason:
        return str(reason)
    return (_resident("VmHWM") - before) / 1024, problem.n_pairs


def _resident(field: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(field)))


def reading(rows: int) -> None:
    """A LETOR file as large as asked for: ours, ours from the cache, and scikit-learn's reader."""
    from sklearn.datasets import load_svmlight_file

    rng = np.random.default_rng(0)
    block = "\n".join(
        f"{rng.integers(0, 5)} qid:QUERY{i // 120} "
        + " ".join(f"{j + 1}:{v}" for j, v in enumerate(rng.poisson(3, 68).tolist()))
        + " "
        + " ".join(f"{j + 69}:{v:.6f}" for j, v in enumerate((rng.random(68) * 10).tolist()))
        for i in range(min(rows, 12_000))
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fold.txt"
        with open(path, "w") as file:
            for k in range(max(rows // 12_000, 1)):
                file.write(block.replace("QUERY", str(k + 100)) + "\n")
        size = path.stat().st_size
        os.environ["RANKVIZ_CACHE_DIR"] = str(Path(folder) / "cache")
        letor.read(b"1 qid:1 1:2\n0 qid:1 1:3\n", name="warm")
        times = {}
        for name, read in (
            ("RankViz", lambda: letor.read(path)),
            ("RankViz, read before", lambda: letor.read(path)),
            ("scikit-learn", lambda: load_svmlight_file(str(path), query_id=True)),
        ):
            if name == "scikit-learn" and rows > 100_000:
                continue  # it would take minutes
            begin = time.perf_counter()
            read()
            times[name] = time.perf_counter() - begin
        os.environ["RANKVIZ_CACHE_DIR"] = "off"
        print(f"\nreading a LETOR file of {size / 2**20:,.0f} MB")
        for name, seconds in times.items():
            print(f"  {name:22}{seconds:8.2f} s   {size / 2**20 / seconds:7.0f} MB/s")
        gc.collect()
        begin = time.perf_counter()
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            items, pairs, reading, training, peak = pool.apply(_whole, (path,))
        total = time.perf_counter() - begin
    aim = ("meets" if total <= 15.0 and peak <= 4.0 else "MISSES") + " ≤ 15 s and ≤ 4 GB"
    print(
        f"  a fresh process, {items:,} × 136, {pairs:,} pairs: read {reading:.2f} s, 100 rounds of RB-C and their "
        f"measures {training:.2f} s, in all {total:.2f} s, peak {peak:.2f} GB   {aim if rows >= 720_000 else ''}"
    )


def _whole(path: Path) -> tuple[int, int, float, float, float]:
    """(items, pairs, seconds to read, seconds for 100 rounds and their measures, peak GB of this process)."""
    begin = time.perf_counter()
    problem = rankviz.load(f"letor:{path}")
    middle = time.perf_counter()
    rankviz.trace(problem, "rb-c", rounds=100)
    end = time.perf_counter()
    return problem.n_items, problem.n_pairs, middle - begin, end - middle, _resident("VmHWM") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller sizes, under a minute")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, to see that all of it runs")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--letor-rows", type=int, default=24_000)
    parser.add_argument("--data", type=Path, help="a folder with ml-100k-u.data")
    parser.add_argument("--user", type=int, default=222)
    parser.add_argument("--out", type=Path, default=Path("assets/scale.svg"))
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {', '.join(PARTS)}")
    args = parser.parse_args()
    tiny = 40 if args.smoke else 1
    parts, small = args.only.split(","), 4 * tiny if args.quick or args.smoke else 1
    n = 240_000 // small
    if "rounds" in parts:
        many = ["RB-C", "RB-C, whole scan", *PEERS[1:], "RB-D"]
        case("Large", "large", generate(n, 136, max(1, 2_000 // small)), many, args.threads, args.repeats)
        pairs = [*RB, "numpy sum", "LightGBM", "31 leaves", "XGBoost"]
        three_million = generate(100_000 // small, 136, max(1, 1_000 // small))
        case("Pairs", "pairs", three_million, pairs, args.threads, args.repeats)
        case(
            "MQ2008's size",
            "mq2008",
            generate(9_630 // tiny, 46, 420 // tiny),
            list(ENGINES),
            args.threads,
            args.repeats,
        )
        case("Small", "small", generate(300, 10, 1), list(ENGINES), args.threads, args.repeats)
    if "measures" in parts:
        for size in (
            (100_000 // small, 136, max(1, 1_000 // small)),
            (9_630 // tiny, 46, 420 // tiny),
            (300, 10, 1),
        ):
            measures(generate(*size), args.repeats)
    panels = axes(n, tiny, args.threads, args.repeats) if "growth" in parts else []
    if "memory" in parts:
        if not args.smoke:
            memory([(9_600, 16, 19)], ["RB-C", "RankBoost+"], args.threads)
        sizes = [(k, 136, max(1, k // 120)) for k in ([n] if args.smoke else [n // 16, n // 4, n])]
        panels.append(
            memory(sizes, ["RB-C"] if args.smoke else ["RB-C", "LightGBM", "XGBoost"], args.threads)
        )
    if "letor" in parts:
        reading(args.letor_rows)
    if args.data is not None:
        movielens(args.data, args.user, 2 if args.smoke else 100, args.repeats)
    if "growth" in parts and "memory" in parts:
        write(panels, args.out)
        print(f"\nThe figure is in {args.out}.")


def axes(n: int, tiny: int, threads: int, repeats: int) -> list[Panel]:
    """Growth by items, features, pairs, queries and rounds, at most about n items; fixed sizes divided by `tiny`."""
    items = [n // 16, n // 8, n // 4, n // 2]
    wide = [(d, generate(n // 4, d, max(1, n // 480))) for d in (16, 32, 64, 128)]
    by_pairs = [generate(9_600 // tiny, 16, max(1, q // tiny)) for q in (1_200, 300, 75, 19)]
    by_query = [(q, generate(n // 4, 16, q)) for q in (60 // tiny, 600 // tiny, 6_000 // tiny)]
    pairs = [(p.n_pairs, p) for p in by_pairs]
    return [
        growth(
            "Items", "items", [(k, generate(k, 40, max(1, k // 120))) for k in items], PEERS, threads, repeats
        ),
        growth("Features", "features", wide, PEERS, threads, repeats),
        growth("Pairs", "pairs", pairs, [*PEERS, "RankBoost+"], threads, repeats),
        growth("Queries", "queries", by_query, PEERS, threads, repeats),
        rounds_axis(generate(n // 8, 40, max(1, n // 960)), [25, 50, 100, 200], repeats),
    ]


if __name__ == "__main__":
    main()
