"""The visitor's own files at the playground's api: recognised, kept, their columns given roles; or a sentence."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

import rankviz
from rankviz.site.playground.playground_api import PlaygroundApi

MESSY = Path(__file__).parents[1] / "engine/data/messy"
LINK = "watch?data=scenario:places-to-stay&alg=rb-d,rb-plus&rounds=5&holdout=0&t=3"


def asked(api: PlaygroundApi, **question: object) -> dict[str, Any]:
    return json.loads(api.answer(json.dumps(question))[0])


def kept(api: PlaygroundApi, *names: str, scheme: str = "") -> dict[str, Any]:
    files = [(name, base64.b64encode((MESSY / name).read_bytes()).decode()) for name in names]
    return asked(api, ask="keep", link=LINK, scheme=scheme, files=files)


def values(api: PlaygroundApi, link: str) -> dict[str, str]:
    data = asked(api, ask="link", link=link)["groups"][0]["controls"]
    return {each["name"]: each["value"] for each in data}


def test_a_table_is_recognised_and_its_columns_have_roles() -> None:
    api = PlaygroundApi()
    link = kept(api, "money.csv")["link"]
    assert "alg=rb-d,rb-plus" in link and "t=0" in link
    found = values(api, link)
    assert found["family"] == "own" and found["role:Product"] == "item" and found["role:Stars"] == "grade"
    run = asked(api, ask="run", link=link)
    assert any("only in this tab" in note for note in run["notes"])
    assert "'table:money.csv?grade=Stars&item=Product'" in run["again"][0][1]


def test_a_role_is_changed_and_only_one_column_has_it() -> None:
    api = PlaygroundApi()
    link = kept(api, "hotels.csv")["link"]
    assert values(api, link)["role:quality"] == "grade"  # the only column whose words judge
    link = asked(api, ask="change", link=link, name="role:quality", value="ignore")["link"]
    assert "Mark the column of grades" in asked(api, ask="run", link=link)["refused"]
    for column in ("rating count", "quality"):
        link = asked(api, ask="change", link=link, name=f"role:{column}", value="grade")["link"]
    found = values(api, link)
    assert found["role:quality"] == "grade" and found["role:rating count"] == "ignore"
    assert "refused" not in asked(api, ask="run", link=link)
    for name, value in (("role:no such column", "grade"), ("role:price", "queen")):
        assert "there is no column" in asked(api, ask="change", link=link, name=name, value=value)["refused"]


def test_a_run_on_ones_own_file_has_all_other_choices() -> None:
    api = PlaygroundApi()
    link = kept(api, "money.csv")["link"]
    for name, value in (("rounds", "7"), ("alg", "rb-c")):
        link = asked(api, ask="change", link=link, name=name, value=value)["link"]
    assert "data=upload:" in link and "rounds=7" in link and "alg=rb-c" in link


def test_pairs_come_with_their_items_in_any_order() -> None:
    api = PlaygroundApi()
    for names in (("items_pairs.csv", "items.csv"), ("items.csv", "items_pairs.csv")):
        link = kept(api, *names)["link"]
        assert "switch “Leave out what cannot be used” on" in asked(api, ask="run", link=link)["refused"]
        link = asked(api, ask="change", link=link, name="option:drop", value="1")["link"]
        assert asked(api, ask="run", link=link)["facts"]
    assert "pairs alone" in kept(api, "items_pairs.csv")["refused"]


@pytest.mark.parametrize(("name", "scheme"), [("three.txt", ""), ("three.txt", "letor")])
def test_letor_is_read_as_the_app_reads_it(name: str, scheme: str) -> None:
    api = PlaygroundApi()
    link = kept(api, name, scheme=scheme)["link"]
    facts = dict(asked(api, ask="run", link=f"{link}&holdout=0")["facts"])
    problem = rankviz.engine.data.sources.load(f"letor:{MESSY / name}")
    assert f"{problem.n_pairs} critical pairs" in facts["Size"]


def test_what_did_not_arrive_or_belongs_to_another_tab_is_said() -> None:
    api = PlaygroundApi()
    found = asked(api, ask="keep", link=LINK, scheme="", files=[["a.csv", "?"]])
    assert "did not arrive whole" in found["refused"]
    found = asked(api, ask="link", link="watch?data=upload:0123/a.csv&alg=rb-d")
    assert "an upload does not travel in a link" in str(found["messages"])
