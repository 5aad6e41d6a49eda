"""The page Ties in a run: two files, or an example; its link, its queries, and files that are refused."""

from pathlib import Path

import numpy as np
import pytest
from helpers.pages import app, words
from helpers.tied_runs import draw, judged_run, written
from streamlit.testing.v1 import AppTest

from rankviz.lab.ties import audit, measure, orders, tie_intervals
from rankviz.lab.ties.counters import COUNTERS
from rankviz.ui.pages.ties import found, picture
from rankviz.ui.pages.ties.link import LINK, Chosen
from rankviz.ui.serving import uploads, visitors
from rankviz.ui.state.session import WIDGET

PAGE = "pages/ties.py"


@pytest.fixture(autouse=True)
def _visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    monkeypatch.setattr(uploads, "STORE", uploads.Uploads())


@pytest.fixture
def folder(data_folder: Path) -> Path:
    written(data_folder, *draw(np.random.default_rng(7), queries=4))
    return data_folder


def html(test: AppTest) -> str:
    return " ".join(each.proto.body for each in test.get("html"))


def send(test: AppTest, slot: str, name: str, content: bytes) -> AppTest:
    (uploader,) = (each for each in test.file_uploader if f"ties-{slot}-" in each.key)
    uploader.set_value((name, content, "text/plain")).run()
    return test


@pytest.mark.slow
def test_it_opens_with_an_example_and_a_bare_address() -> None:
    test = app(PAGE)
    assert dict(test.query_params) == {}
    assert "Means over the queries: lowest, expected and highest over all orders" in html(test)
    assert "Which order gives which value" in html(test)
    constant = app(PAGE, example="constant", measures="mrr@10")
    assert "MRR@10 can be anything from 0" in constant.markdown[-1].value
    assert dict(constant.query_params) == {"example": "constant", "measures": "mrr@10"}


@pytest.mark.slow
def test_two_uploaded_files_are_audited_and_stay_with_their_visitor(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = send(app(PAGE, measures="map"), "run", "mine.txt", (folder / "run.txt").read_bytes())
    assert [info.value for info in test.info] == ["Now add the judgements: the audit needs both."]
    send(test, "qrels", "qrels.txt", (folder / "qrels.txt").read_bytes())
    assert "4 queries" in words(test, "caption")
    wanted = audit.audit(judged_run(*draw(np.random.default_rng(7), queries=4)), measure.read_all("map"))
    assert f"<td>{wanted.measures[0].mean[0]:.4f}</td>" in html(test)
    asked = dict(test.query_params)
    assert asked["run"].startswith("upload:")
    again = app(PAGE, **asked)
    assert not again.error and "4 queries" in words(again, "caption")
    data = app("pages/data.py", data=asked["run"])
    assert "not data to learn from" in words(data, "error", "warning"), "a run is none"
    monkeypatch.setattr(visitors, "current", lambda: "somebody else")
    other = app(PAGE, **asked)
    assert "Upload the file again" in other.error[0].value and "<td>" not in html(other)
    app("pages/data.py", data=asked["run"])


@pytest.mark.slow
def test_files_of_the_data_folder_stand_in_the_link_with_measure_and_query(folder: Path) -> None:
    (folder / "other.txt").write_text((folder / "run.txt").read_text().replace(" mine", " other"))
    asked = {"run": "run.txt", "qrels": "qrels.txt", "against": "other.txt", "show": "map", "query": "q2"}
    test = app(PAGE, **asked)
    assert dict(test.query_params) == asked
    assert "First run minus second run" in html(test)
    assert "Which run is ahead" in words(test, "markdown")
    test.button(key="ties-away-against").click().run()
    assert "against" not in test.query_params and "First run minus" not in html(test)


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../x.txt", "none.txt", "upload:abc/run.txt", "\0", "a" * 5000]
)
def test_a_file_that_a_link_may_not_name_is_refused_in_a_sentence(folder: Path, path: str) -> None:
    test = app(PAGE, run=path, qrels="qrels.txt")
    assert len(test.error) == 1 and "<td>" not in html(test)


@pytest.mark.slow
def test_a_file_that_does_not_fit_says_where(folder: Path) -> None:
    (folder / "bad.txt").write_text("q0 Q0 d1 1 2.5 mine\nq0 Q0 d2 2 x mine\n")
    test = app(PAGE, run="bad.txt", qrels="qrels.txt")
    assert "bad\\.txt, line 2\\: the score" in test.error[0].value


def test_measures_that_are_none_leave_the_ones_before() -> None:
    test = app(PAGE, measures="map")
    test.text_input(key=f"{WIDGET}ties-measures").set_value("ndgc@10").run()
    assert "There is no measure" in test.error[0].value
    assert test.query_params["measures"] == "map" and "MAP" in html(test)


def test_a_link_with_nonsense_is_made_legal() -> None:
    chosen, said = LINK.read({"measures": "x", "show": "y", "example": "z", "what": "w", "query": "q"})
    assert chosen == Chosen(query="q") and len(said) == 4
    assert len(LINK.read({"measures": ",".join(f"p@{k}" for k in range(1, 30))})[1]) == 1


@pytest.mark.slow
def test_the_picture_has_every_number_of_every_query() -> None:
    run = found.example("rounds", "ndcg@10,mrr@10")
    for each in run.measures:
        drawn = picture.queries(run, each, None)
        wide = each.widest(picture.MOST).tolist()
        by_name = {trace.name: trace for trace in drawn.data if trace.customdata is not None}
        for name, column in (("lowest", 0), ("expected", 1), ("highest", 2)):
            assert list(by_name[name].x) == each.spans[wide, column].tolist()
            assert [number for (number,) in by_name[name].customdata] == wide
        for name, values in each.counters.items():
            if not isinstance(values, str):
                assert list(by_name[COUNTERS[name].name].x) == values[wide].tolist()


@pytest.mark.slow
def test_each_order_makes_the_value_beside_it() -> None:
    measures = measure.read_all("ndcg@5,ndcg-exp2,dcg@3,map,map@4,mrr,p@5,recall@7,bpref")
    for seed in range(40):
        run, qrels = draw(np.random.default_rng(seed), queries=2, documents=30, least=-1)
        whole = audit.audit(judged_run(run, qrels), measures)
        for each in whole.measures:
            for at in range(whole.run.n_queries):
                one = whole.run.only(at)
                found_ = list(orders.orders(whole, each, at))
                if whole.run.relevant()[at]:
                    assert [found_[0].name, found_[-1].name] == ["Worst", "Best"]
                for order in found_:
                    assert sorted(order.grades) == sorted(one.grades)
                    if order.name.startswith(("LightGBM", "XGBoost", "ranx")) or not whole.run.relevant()[at]:
                        continue  # which differ in more than the order
                    norm = tie_intervals.norms(one, each.measure)
                    value = tie_intervals.of_order(one, each.measure, order.grades) / norm
                    assert value[0] == pytest.approx(order.value, abs=1e-12), (order.name, each.measure.name)
        for at in range(whole.run.n_queries):
            groups = orders.groups(whole.run, at)
            assert groups[0].first == 1 and groups[-1].last == len(whole.run.only(at).scores)
            assert all(
                a.score > b.score and a.last + 1 == b.first for a, b in zip(groups, groups[1:], strict=False)
            )
