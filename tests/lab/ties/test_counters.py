"""What each program counts, beside the program itself where it is installed, on generated runs with ties."""

import math
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from helpers.thorough import usually
from helpers.tied_runs import Qrels, Run, draw, judged_run
from sklearn.metrics import average_precision_score, dcg_score, ndcg_score

from rankviz.lab.ties import audit, measure
from rankviz.lab.ties.counters import COUNTERS

RUNS = usually(200, 2_000)

pytestmark = pytest.mark.slow


def runs(**shape: object) -> Iterator[tuple[Run, Qrels]]:
    """The generated runs, the same each time."""
    for seed in range(RUNS):
        yield draw(np.random.default_rng(seed), **shape)  # type: ignore[arg-type]


def counted(
    run: Run, qrels: Qrels, names: str, level: int = 1
) -> tuple[audit.Audit, tuple[measure.Measure, ...]]:
    measures = measure.read_all(names, level)
    return audit.audit(judged_run(run, qrels), measures), measures


def agree(found: audit.Audit, counter: str, name: str, values: list[float]) -> None:
    """The counter's values of each query are these, to 1e-12."""
    ours = found.result(measure.read(name)).counters[counter]
    assert not isinstance(ours, str), ours
    np.testing.assert_allclose(ours, values, rtol=0, atol=1e-12, err_msg=f"{counter} {name}")


def test_pytrec_eval() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not installed")
    names = "ndcg@3,ndcg@10,ndcg,map,map@5,mrr,p@5,recall@7,bpref"
    levels = 1, 2, 3
    theirs = {"ndcg": "ndcg", "map": "map", "mrr": "recip_rank", "bpref": "bpref"}
    cuts = {"ndcg": "ndcg_cut", "map": "map_cut", "p": "P", "recall": "recall"}
    for i, (run, qrels) in enumerate(runs(least=-1)):
        for judged in qrels.values():
            if max(judged.values()) < 0:  # which pytrec_eval may not survive
                judged[next(iter(judged))] = 0
        if i % 4 == 0:  # scores that only double precision tells apart
            rng = np.random.default_rng(i)
            run = {q: {d: 1.0 + rng.integers(3) * 1e-9 for d in found} for q, found in run.items()}
        found, measures = counted(run, qrels, names, levels[i % 3])
        wanted = {f"{cuts[m.kind]}.{m.k}" if m.k else theirs[m.kind] for m in measures}
        values = pytrec_eval.RelevanceEvaluator(qrels, wanted, relevance_level=levels[i % 3]).evaluate(run)
        for m in measures:
            key = f"{cuts[m.kind]}_{m.k}" if m.k else theirs[m.kind]
            agree(found, "pytrec_eval", m.name, [values[query][key] for query in found.run.queries])


def test_ir_measures_counts_as_pytrec_eval_does() -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is not installed")
    pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not installed")
    theirs = {
        "ndcg@3": "nDCG@3", "ndcg@10": "nDCG@10", "ndcg": "nDCG", "map": "AP", "map@5": "AP@5", "mrr": "RR",
        "p@5": "P@5", "recall@7": "R@7", "bpref": "Bpref",
    }  # fmt: skip
    asked = {name: ir_measures.parse_measure(text) for name, text in theirs.items()}
    count = ir_measures.pytrec_eval.evaluator
    for run, qrels in runs():
        found, measures = counted(run, qrels, ",".join(theirs))
        values = {
            (each.query_id, str(each.measure)): each.value
            for each in count(list(asked.values()), qrels).iter_calc(run)
        }
        for m in measures:
            name = str(asked[m.name])
            agree(found, "pytrec_eval", m.name, [values[query, name] for query in found.run.queries])


def test_a_query_with_grades_below_0_alone_has_no_number_of_trec_eval() -> None:
    found, _ = counted({"q": {"a": 1.0}, "p": {"a": 1.0}}, {"q": {"a": -1}, "p": {"a": 1}}, "ndcg@10")
    for name in ("trec_eval", "pytrec_eval", "mteb"):
        assert found.measures[0].counters[name] == "undefined with a query whose grades are all below 0"


def test_ranx() -> None:
    ranx = pytest.importorskip("ranx", reason="ranx is not installed")
    names = "ndcg@3,ndcg@10,ndcg,ndcg-exp2@5,dcg@4,dcg-exp2@6,map,map@5,mrr,mrr@3,p@5,recall@7,bpref"
    theirs = {"ndcg-exp2": "ndcg_burges", "dcg-exp2": "dcg_burges", "p": "precision"}
    for i, (run, qrels) in enumerate(runs(documents=60, least=-1)):
        if i % 3 == 0:
            qrels["gone"] = {"d1": 1}
        found, measures = counted(run, qrels, names, 1 + i % 2)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            values = ranx.evaluate(
                ranx.Qrels(qrels),
                ranx.Run(run),
                [m.name.replace(m.kind, theirs.get(m.kind, m.kind)) for m in measures],
                return_mean=False,
                make_comparable="gone" in qrels,
            )
        place = {query: at for at, query in enumerate(sorted(qrels))}
        for m, of_measure in zip(measures, values.values(), strict=True):
            if m.kind == "bpref" and isinstance(found.result(m).counters["ranx"], str):
                assert (found.run.relevant(m.level) == 0).any() or (m.level > 1 and found.run.missing)
                continue
            agree(found, "ranx", m.name, [of_measure[place[query]] for query in found.run.queries])
            mean = found.result(m).means["ranx"]
            assert mean == pytest.approx(float(np.mean(of_measure)), abs=1e-12, nan_ok=True)


def arrays(run: Run, qrels: Qrels, query: str) -> tuple[list[int], list[float]]:
    """Grades and scores of the run's own documents, as a program sees them that takes arrays."""
    return [qrels[query].get(document, 0) for document in run[query]], list(run[query].values())


def test_scikit_learn() -> None:
    for run, qrels in runs():
        names = ("ndcg@3", "ndcg", "dcg@5", "dcg", "map", "map-l2")
        found, _ = counted(run, qrels, ",".join(names))
        by_name: dict[str, list[float]] = {name: [] for name in names}
        for query in found.run.queries:
            grades, scores = arrays(run, qrels, query)
            for name, score, k in (
                ("ndcg@3", ndcg_score, 3),
                ("ndcg", ndcg_score, None),
                ("dcg@5", dcg_score, 5),
                ("dcg", dcg_score, None),
            ):
                by_name[name].append(score([grades], [scores], k=k))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of a query without a relevant document
                by_name["map"].append(average_precision_score(np.array(grades) >= 1, scores))
                by_name["map-l2"].append(average_precision_score(np.array(grades) >= 2, scores))
        for name, values in by_name.items():
            agree(found, "scikit-learn", name, values)


def test_lightgbm() -> None:
    lightgbm = pytest.importorskip("lightgbm", reason="lightgbm is not installed")
    for run, qrels in runs():
        found, _ = counted(run, qrels, "ndcg-exp2@3,ndcg-exp2@10,map@3,map@10,map")
        both = [arrays(run, qrels, query) for query in found.run.queries]
        options = {"verbosity": -1, "feature_pre_filter": False, "num_threads": 1}
        data = lightgbm.Dataset(
            np.zeros((sum(len(grades) for grades, _ in both), 1)),
            label=[grade for grades, _ in both for grade in grades],
            group=[len(grades) for grades, _ in both],
            init_score=[score for _, scores in both for score in scores],
            params=options,
        )
        asked = {**options, "objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": [3, 10, 1000]}
        values = {each[1]: each[2] for each in lightgbm.Booster(asked, data).eval_train()}
        for ours, theirs in (
            ("ndcg-exp2@3", "ndcg@3"),
            ("ndcg-exp2@10", "ndcg@10"),
            ("map@3", "map@3"),
            ("map@10", "map@10"),
            ("map", "map@1000"),
        ):
            mean = found.result(measure.read(ours)).means["lightgbm"]
            assert mean == pytest.approx(values[theirs], abs=1e-12)


def test_xgboost() -> None:
    xgboost = pytest.importorskip("xgboost", reason="xgboost is not installed")
    graded = ("ndcg-exp2@3", "ndcg-exp2@10", "ndcg-exp2")
    binary = ("ndcg@3", "map@3", "map", "p@3", "p@50")
    theirs = {"ndcg-exp2": "ndcg", "p": "pre"}
    for i, (run, qrels) in enumerate(runs()):
        if i % 2:
            qrels = {q: {d: min(grade, 1) for d, grade in found.items()} for q, found in qrels.items()}
        names = binary if i % 2 else graded
        found, measures = counted(run, qrels, ",".join(names))
        both = [arrays(run, qrels, query) for query in found.run.queries]
        data = xgboost.DMatrix(
            np.zeros((sum(len(grades) for grades, _ in both), 1)),
            label=[grade for grades, _ in both for grade in grades],
        )
        data.set_group([len(grades) for grades, _ in both])
        data.set_base_margin(np.array([x for _, scores in both for x in scores], dtype=np.float32))
        asked = [m.name.replace(m.kind, theirs.get(m.kind, m.kind)) for m in measures]
        model = xgboost.train(
            {"objective": "rank:ndcg", "base_score": 0.0, "eval_metric": asked, "nthread": 1, "verbosity": 0},
            data,
            num_boost_round=0,
        )
        values = [float(part.rpartition(":")[2]) for part in model.eval(data).split("\t")[1:]]
        for m, value in zip(measures, values, strict=True):
            assert found.result(m).means["xgboost"] == pytest.approx(value, abs=1e-12), m.name


def test_mteb() -> None:
    scores = pytest.importorskip("mteb._evaluators.retrieval_metrics", reason="mteb is not installed")
    for run, qrels in runs():
        found, _ = counted(run, qrels, "mrr@3,mrr@10")
        values = scores.mrr(qrels, run, [3, 10])
        for k in (3, 10):
            agree(found, "mteb", f"mrr@{k}", values[f"MRR@{k}"])


def plain_mrr(run: dict[str, float], judged: dict[str, int], k: int, *, by_id: bool) -> float:
    """`mrr` of MTEB's retrieval_metrics.py for a query: before 2.18.19 by score alone, since then by score and id."""
    key = (lambda item: (item[1], item[0])) if by_id else (lambda item: item[1])
    top = sorted(run.items(), key=key, reverse=True)[:k]
    return next((1 / place for place, (d, _) in enumerate(top, start=1) if judged.get(d, 0) > 0), 0.0)


def test_mteb_by_its_own_rule() -> None:
    for run, qrels in runs():
        found, _ = counted(run, qrels, "mrr@3")
        for name, by_id in (("mteb", True), ("mteb-before", False)):
            each = [plain_mrr(run[query], qrels[query], 3, by_id=by_id) for query in found.run.queries]
            agree(found, name, "mrr@3", each)


def test_every_counter_gives_numbers_or_says_why_not() -> None:
    run, qrels = draw(np.random.default_rng(1), queries=5)
    found, measures = counted(
        run, qrels, "ndcg@10,ndcg-exp2@10,dcg@5,map,map@5,mrr,mrr@10,p@10,recall@10,bpref"
    )
    for each in found.measures:
        assert set(each.counters) == set(COUNTERS)
        for name, values in each.counters.items():
            assert (isinstance(values, str) and values) or len(values) == len(found.run.queries)
            assert isinstance(values, str) == math.isnan(each.means[name]) or name == "ranx"
