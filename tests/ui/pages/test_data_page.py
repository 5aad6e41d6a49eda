"""The page Data: pictures of what is learned from, its cycles by name, and where its pairs go."""

import json

import pytest
from helpers.pages import app, labelled, upload, words

import rankviz
from rankviz.ui.serving import visitors
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link

CYCLIC = "inline:?items=anna,ben,cleo,dan,eva&h1=10110&h2=01010&pairs=anna>ben,ben>cleo,cleo>anna,dan>anna"
GAPS = b"item,x,y,grade\n" + b"".join(
    b"i%d,%d,%s,%d\n" % (i, i % 7, b"" if i % 4 else b"1", i % 3) for i in range(30)
)


def page(**link: str):
    test = app("pages/data.py", **link)
    assert not test.error and not test.warning
    return test


def said(test) -> str:
    return words(test.main, "caption", "markdown")


def metric(test, label: str) -> str:
    return labelled(test.metric, label).value


def charts(test) -> dict[str, dict]:
    """Alternative text → the figure."""
    found = {}
    for chart in test.get("plotly_chart"):
        text = chart.proto.spec
        assert "NaN" not in text and "Infinity" not in text
        found[chart.proto.alt] = json.loads(text)
    return found


def test_where_the_pairs_go() -> None:
    patients = page(data=catalog.DEFAULT, holdout="25")
    assert "Of 937 pairs, 532 are used for training and 43 for testing, and 362 join a held-out item" in said(
        patients
    )
    assert "All 937 pairs are used for training: nothing is held out." in said(page(holdout="0"))
    assert "Made bipartite" in said(page(pos="2"))


LETOR = "".join(
    f"{i % 3} qid:{1 + i % 2} 1:{i * 7 % 5} 2:{i if i % 4 else 'NULL'} #docid = {i}\n" for i in range(20)
)


@pytest.mark.parametrize("data", ["letor:queries.txt", "scenario:lemma-2"])
def test_the_counts_are_the_engines(data, data_folder) -> None:
    (data_folder / "queries.txt").write_text(LETOR)
    test = page(data=data)
    state, _ = from_link({"data": data})
    whole = rankviz.load(data.replace("queries.txt", str(data_folder / "queries.txt")))
    how = {"holdout": int(state["holdout"]) / 100, "seed": int(state["seed"])}
    trace = rankviz.trace(whole, list(state["alg"]), rounds=2, **how)
    counted = {
        "Items": whole.n_items,
        "Features": whole.n_features,
        "Critical pairs": whole.n_pairs,
        "Queries": whole.n_queries,
        "Missing values": whole.n_missing,
        "Connected parts": whole.components()[0],
        "Items held out": trace.holdout.n_items if trace.holdout else 0,
        "Weak rankers": len(trace.pool),
    }
    assert counted == {name: int(metric(test, name).replace(",", "")) for name in counted}


def test_cycles_are_listed_by_name_and_drawn() -> None:
    test = page(data=CYCLIC)
    assert metric(test, "Cycles") == "1"
    assert "anna › ben › cleo › anna" in said(test) and "3 of 4 pairs lie on a cycle" in said(test)
    arrows = charts(test)["Graph of the critical pairs"]["layout"]["annotations"]
    assert sum(arrow.get("arrowwidth", 0) > 2 for arrow in arrows) == 3


@pytest.mark.parametrize(
    ("link", "second"),
    [({}, "Items by grade"), ({"data": "scenario:proposition-1"}, "Graph of the critical pairs")],
)
def test_the_pictures_there_are(link: dict[str, str], second: str) -> None:
    test = page(**link)
    assert set(charts(test)) == {"Concordance of each feature alone", second}
    assert metric(test, "Cycles") == "none"


def test_missing_values_have_a_column_where_there_are_some(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    for content, missing in ((GAPS, True), (GAPS.replace(b",,", b",0,"), False)):
        test = upload(app("pages/data.py"), "table", "own.csv", content)
        (features,) = [frame.value for frame in test.dataframe if "weak rankers" in frame.value]
        assert ("missing" in features) == missing


def test_notes_are_folded_when_there_are_several(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    content = b"item,x,constant,lang,grade\n" + b"".join(
        b"i%d,%s,1,en,%d\n" % (i, b"" if i == 3 else b"%d" % (i % 7), i % 3) for i in range(30)
    )
    test = upload(app("pages/data.py"), "table", "own.csv", content)
    (folded,) = [box for box in test.expander if box.label.endswith("notes")]
    assert len(folded.caption) == int(folded.label.split()[0]) >= 2
    assert not [box for box in page().expander if "notes" in box.label]
