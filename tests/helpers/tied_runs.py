"""Small runs with many equal scores, as dictionaries and as a `JudgedRun`."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from rankviz.lab.ties.building import Rows, build
from rankviz.lab.ties.judged import JudgedRun
from rankviz.lab.ties.texts import Texts

Run = dict[str, dict[str, float]]
Qrels = dict[str, dict[str, int]]


def rows(name: str, by_query: Mapping[str, Mapping[str, float]]) -> Rows:
    """A dictionary as rows, in its order."""
    triples = [(query, document, x) for query, found in by_query.items() for document, x in found.items()]
    queries = list(by_query)
    return Rows(
        name,
        queries,
        np.array([queries.index(query) for query, _, _ in triples], dtype=np.int32),
        Texts.from_texts(document for _, document, _ in triples),
        np.array([float(x) for _, _, x in triples]),
    )


def judged_run(run: Run, qrels: Qrels) -> JudgedRun:
    """A run and judgements matched."""
    return build(rows("run", run), rows("qrels", qrels))


def written(folder: Path, run: Run, qrels: Qrels) -> tuple[str, str]:
    """Write run.txt and qrels.txt, in TREC's formats, into a folder; return their paths."""
    lines = [f"{q} Q0 {d} 1 {score!r} mine\n" for q, found in run.items() for d, score in found.items()]
    judged = [f"{q} 0 {d} {grade}\n" for q, found in qrels.items() for d, grade in found.items()]
    for name, text in (("run.txt", lines), ("qrels.txt", judged)):
        (folder / name).write_text("".join(text), encoding="utf-8")
    return str(folder / "run.txt"), str(folder / "qrels.txt")


def draw(
    rng: np.random.Generator,
    *,
    queries: int = 2,
    documents: int = 40,
    most: int = 3,
    least: int = 0,
    everywhere: bool = False,
) -> tuple[Run, Qrels]:
    """Queries of up to so many documents, their scores of few values, their grades from `least` to `most`.

    Some documents are not judged, some judged ones not in the run, unless the run is to have them `everywhere`.
    """
    run: Run = {}
    qrels: Qrels = {}
    for q in range(queries):
        n = int(rng.integers(2, documents + 1))
        ids = [f"d{int(i)}" for i in rng.permutation(3 * n)[:n]]
        values = rng.normal(size=int(rng.integers(1, 7)))
        run[f"q{q}"] = {document: float(rng.choice(values)) for document in ids}
        judged = [document for document in ids if everywhere or rng.random() < 0.7] or ids[:1]
        if not everywhere:
            judged += [f"m{i}" for i in range(int(rng.integers(0, 4)))]
        shuffled = [judged[int(i)] for i in rng.permutation(len(judged))]
        qrels[f"q{q}"] = {document: int(rng.integers(least, most + 1)) for document in shuffled}
    return run, qrels
