"""Answers flipped in the stage against the engine on the flipped table: random tables in one process of Node.js."""

from pathlib import Path

import numpy as np
import pytest
from helpers.in_node import answers, needs_node
from helpers.thorough import usually

import rankviz
from rankviz.board.payload import pack
from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.errors import DataError

TABLES = usually(70, 200)
ALGORITHMS = ["rb-d", "rb-c", "rb-plus", "push", "smooth-margin"]


def _table(rng: np.random.Generator) -> Table:
    """Few items, rankers that are copies or say the same of all, and grades or pairs."""
    n = int(rng.integers(3, 8))
    items = tuple("abcdefgh"[:n])
    columns = [tuple(rng.integers(0, 2, n).tolist()) for _ in range(int(rng.integers(1, 5)))]
    if rng.random() < 0.3:
        columns.append(columns[0])
    if rng.random() < 0.3:
        columns.append((int(rng.integers(0, 2)),) * n)
    rankers = tuple((f"h{k + 1}", column) for k, column in enumerate(columns[:5]))
    if rng.random() < 0.5:
        grades = (2.0, 0.0, *rng.integers(0, 3, n - 2).astype(float).tolist())
        return Table(items, rankers, grades=grades)
    pairs = rng.permuted([(a, b) for a in items for b in items if a < b], axis=0)
    return Table(items, rankers, pairs=tuple((str(a), str(b)) for a, b in pairs[: int(rng.integers(1, 7))]))


@pytest.mark.slow
@needs_node
def test_flipped_answers_make_the_engines_runs(tmp_path: Path) -> None:
    """Compare the browser's runs with the engine's on many tables, as ties and undefined α are rare."""
    rng, asked = np.random.default_rng(45), []
    constant = 0
    while len(asked) < TABLES:
        table = _table(rng)
        name, _ = table.rankers[int(rng.integers(len(table.rankers)))]
        other = table.flipped(name, int(rng.integers(len(table.items))))
        rounds, undefined = int(rng.integers(3, 12)), str(rng.choice(["halt", "infinite", "cap", "limit"]))
        try:
            packs = [
                pack(rankviz.trace(each.problem(), ALGORITHMS, rounds, undefined=undefined))
                for each in (table, other)
            ]
        except DataError:  # no ranker that tells two items apart
            continue
        files = [tmp_path / f"{len(asked)}-{when}.rvz" for when in ("before", "after")]
        for file, packed in zip(files, packs, strict=True):
            file.write_bytes(packed)
        constant += any(len(set(bits)) == 1 for each in (table, other) for _, bits in each.rankers)
        rankers = [{"name": ranker, "bits": bits} for ranker, bits in other.rankers]
        asked.append({"before": str(files[0]), "after": str(files[1]), "rankers": rankers})
    assert constant > TABLES // 10, "some rankers say the same of all items"
    assert [found for found in answers("answers.mjs", asked, tmp_path) if found] == []
