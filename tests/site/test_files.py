"""The playground's files and its api, without a browser: what is copied, what is refused, what links become."""

import json
from pathlib import Path

import pytest

import rankviz
from rankviz.cli import site
from rankviz.site.playground import pyodide_bundle
from rankviz.site.playground.playground_api import PlaygroundApi


def asked(api: PlaygroundApi, **question: object) -> dict[str, object]:
    answer, _ = api.answer(json.dumps(question))
    return json.loads(answer)


def test_a_folder_without_pyodide_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(rankviz.DataError, match="holds no whole Pyodide"):
        pyodide_bundle.kit(tmp_path)


def test_pyodide_is_for_the_playground_alone(tmp_path: Path) -> None:
    with pytest.raises(rankviz.DataError, match="Add --playground"):
        site.main([str(tmp_path / "site"), "--pyodide", str(tmp_path)], lambda *_, **__: [])


def test_a_changed_control_changes_the_link_and_only_that() -> None:
    api = PlaygroundApi()
    start = "watch?data=scenario:places-to-stay&alg=rb-d,rb-plus&rounds=12"
    assert "rounds=20" in str(asked(api, ask="change", link=start, name="rounds", value="20")["link"])
    other = str(asked(api, ask="change", link=start, name="family", value="synthetic")["link"])
    assert other.startswith("watch?data=synthetic:") and "rounds=12" in other and "holdout=0" not in other
    assert "is empty" in str(asked(api, ask="change", link=start, name="rounds", value="")["refused"])


def test_what_is_not_there_is_said() -> None:
    found = asked(PlaygroundApi(), ask="link", link="watch?data=scenario:lemma-3&alg=own,rb-d")
    assert "Own ranker" in str(found["messages"]) and "alg=rb-d" in str(found["link"])
    found = asked(PlaygroundApi(), ask="link", link="watch?data=table:items.csv&alg=rb-d")
    assert "data=table" not in str(found["link"]) and found["messages"]
    large = asked(PlaygroundApi(), ask="run", link="watch?data=synthetic:linear%3Fn%3D2000")
    assert "critical pairs" in str(large["refused"])


def test_a_run_brings_its_pack_words_theorems_and_equations() -> None:
    api = PlaygroundApi()
    answer, pack = api.answer(
        json.dumps({"ask": "run", "link": "watch?data=scenario:places-to-stay&rounds=3"})
    )
    assert json.loads(answer)["runs"][0] == ["rb-d", "RB-D"] and len(pack) > 1000
    theorems = asked(api, ask="theorems", t=2)
    assert [run["at"] for run in theorems["runs"]] == [[2]] * 3  # type: ignore[attr-defined]
    equations = asked(api, ask="explain", name="rb-d:pair:0:5", t=2)
    assert "pair:0:5" in equations["runs"]["rb-d"]["numbers"]  # type: ignore[index]
    rows = asked(api, ask="candidates", name="rb-plus", t=2)["rows"]
    assert rows[0].keys() >= {"chosen", "alpha", "delta"}  # type: ignore[index]
