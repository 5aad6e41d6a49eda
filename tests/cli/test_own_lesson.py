"""A lesson of five steps on a table of one's own, as the document says: checked, saved, and its homework marked."""

import csv
import gzip
import json
import os
import re

import pytest
from helpers.own_data import ANSWER, CHALLENGE, LESSON, TABLE
from helpers.printable import bytes_of

from rankviz.__main__ import talk
from rankviz.cli.main import main


@pytest.fixture(autouse=True)
def folder(data_folder):
    for name, contents in (("hotels.csv", TABLE), ("hotels.md", LESSON), ("homework.md", CHALLENGE)):
        (data_folder / name).write_text(contents, encoding="utf-8")
    return data_folder


def test_it_is_checked_step_by_step(folder, capsys):
    assert main(["lesson", str(folder / "hotels.md")]) == 0
    printed = capsys.readouterr().out
    assert "Hotels of our town: 5 steps" in printed and "Everything holds" in printed
    acts = (
        "predict: Half of it or less",
        "ask: price > 58",
        "find: round 9",
        "mark: round 4",
        "drag: rb-c:1:alpha=2",
    )
    assert all(act in line for act, line in zip(acts, re.findall(r"^\d\. .*$", printed, re.M), strict=True))
    assert main(["lesson", str(folder / "homework.md")]) == 0


def test_a_changed_table_makes_its_sentences_false(folder, capsys):
    (folder / "hotels.csv").write_text(TABLE.replace("Alma,1", "Alma,2"), encoding="utf-8")
    assert main(["lesson", str(folder / "hotels.md")]) == 1
    assert 'hotels.md, line 9: "item:Alma.grade = 1" does not hold' in capsys.readouterr().out


@pytest.mark.slow
def test_it_is_saved_with_its_acts(folder):
    made = folder / "hotels.html"
    assert main(["playlist", str(folder / "hotels.md"), "--out", str(made)], talk=talk) == 0
    found = re.search(r'id="opening">([^<]*)<', made.read_text(encoding="utf-8"))
    assert found
    moments = json.loads(gzip.decompress(bytes_of(found[1])))["moments"]
    assert [each["act"]["kind"] for each in moments] == ["choose", "choose", "find", "mark", "drag"]
    right = [each["act"]["outcomes"][each["act"]["answer"]]["choice"] for each in moments]
    assert right == ["Half of it or less", "price > 58", "9", "4", "2"]


@pytest.mark.slow
def test_its_homework_is_marked(folder, monkeypatch):
    """One process marks both answers, because each process loads the whole engine first."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    rows = [("name", "link"), ("Ada", ANSWER), ("Bo", ANSWER.replace("rounds=12", "rounds=2"))]
    with (folder / "answers.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    out = folder / "marks.csv"
    given = [str(folder / "homework.md"), str(folder / "answers.csv"), "--out", str(out), "--seconds", "60"]
    assert main(["mark", *given]) == 0
    with out.open(encoding="utf-8", newline="") as file:
        head, ada, bo = csv.reader(file)
    assert head[:3] == ["name", "share", "problem"]
    assert ada[:3] == ["Ada", "1.00", ""] and bo[:3] == ["Bo", "0.67", ""] and bo[-2] == "not met"
