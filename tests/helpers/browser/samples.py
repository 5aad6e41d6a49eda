"""Small files in the formats people really have, and the engine's own answer to a link."""

from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np

import rankviz
from rankviz.engine.runs.trace import Run, Trace
from rankviz.ui.state.link import from_link

SYMBOLS = {"R̂1": "r1", "R̂2": "r2", "Ê1": "log_e1", "Ê2": "log_e2", "bound": "log_bound"}


def letor(seed: int = 0) -> bytes:
    """LETOR 4.0 as published: CRLF, `#docid`, NULL, a missing feature, queries out of order."""
    rng = np.random.default_rng(seed)
    lines: list[str] = []
    for query in (10032, 10041, 10032, 10055, 10041):
        for _ in range(8):
            grade = int(rng.integers(0, 3))
            values = np.round(np.clip(grade / 2 + rng.normal(0, 0.4, 6), 0, 1), 6)
            cells = [f"{j + 1}:{value:.6f}" for j, value in enumerate(values)]
            if rng.random() < 0.3:
                cells[2] = "3:NULL"
            if rng.random() < 0.2:
                del cells[4]
            lines.append(
                f"{grade} qid:{query} {' '.join(cells)} #docid = GX{len(lines):03d}-10-{rng.integers(10**6):07d} "
                f"inc = 1 prob = 0.1398"
            )
    return ("\r\n".join(lines) + "\r\n").encode()


def ratings(seed: int = 1) -> tuple[bytes, bytes]:
    """MovieLens 100k as published (`u.data`, `u.item`): eight users, of whom most rate over 100 of 140 movies."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(3.4, 0.9, 140)
    lines: list[str] = []
    for user in range(1, 9):
        seen = np.sort(rng.choice(140, size=40 if user == 8 else 100 + 3 * user, replace=False))
        for movie in seen:
            stars = int(np.clip(np.round(quality[movie] + rng.normal(0, 0.8)), 1, 5))
            lines.append(f"{user}\t{movie + 1}\t{stars}\t{880000000 + len(lines)}")
    titles = [
        f"{k + 1}|Film {k + 1} (199{k % 10})|01-Jan-1995||http://example.org/|{'0|' * 18}0"
        for k in range(140)
    ]
    titles[0] = titles[0].replace("Film 1", "Misérables, Les")
    return ("\n".join(rng.permutation(lines)) + "\n").encode(), ("\n".join(titles) + "\n").encode("latin-1")


def table(seed: int = 2) -> bytes:
    """A table of items with a grade column."""
    rng = np.random.default_rng(seed)
    rows = ["item,sweet,bitter,warm,grade"]
    for k in range(24):
        grade = int(rng.integers(0, 4))
        rows.append(
            f"tea {k + 1},{grade + rng.normal(0, 0.8):.3f},{rng.normal():.3f},{-grade + rng.normal():.3f},{grade}"
        )
    return ("\n".join(rows) + "\n").encode()


def fill_folder(folder: Path) -> None:
    """The folder the server offers: LETOR, MovieLens and a table."""
    data, items = ratings()
    (folder / "queries.txt").write_bytes(letor())
    (folder / "u.data").write_bytes(data)
    (folder / "u.item").write_bytes(items)
    (folder / "teas.csv").write_bytes(table())


@lru_cache(maxsize=32)
def engine(link: str = "", source: str = "") -> Trace:
    """The Trace a link asks for, computed here by the engine alone; `source` replaces the link's data."""
    state, _ = from_link(dict(parse_qsl(link)))
    seed, share = int(str(state["seed"])), int(str(state["holdout"]))
    problem = rankviz.load(source or str(state["data"]), seed=seed)
    return rankviz.trace(
        problem,
        list(state["alg"]),  # type: ignore[call-overload]
        rounds=int(str(state["rounds"])),
        holdout=share / 100,
        seed=seed,
        **state.parameters(),  # type: ignore[arg-type]
    )


def value(run: Run, symbol: str, t: int) -> float:
    """A measure of the losses panel after round t; past the end of a run its last."""
    held = symbol.endswith(" held-out")
    key = SYMBOLS[symbol.removesuffix(" held-out")]
    number = float(run.metrics[f"{key}_holdout" if held else key][min(t, run.n_rounds)])
    return float(np.exp(number)) if key.startswith("log_") else number
