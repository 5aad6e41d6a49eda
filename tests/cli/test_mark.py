"""Homework is marked: each answer by its own run, whatever the others hold."""

import csv
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from helpers.pages import app, shown_state
from helpers.solutions import SOLUTIONS

from rankviz.cli.main import main
from rankviz.engine.errors import DataError
from rankviz.lessons import homework
from rankviz.lessons.registry import CHALLENGES
from rankviz.lessons.text import challenge
from rankviz.lessons.text.content import FOLDER
from rankviz.ui.state.packed import packed

FILE = FOLDER / "en/challenges/1-stop-early.md"
GOOD = f"https://example.org/rankviz/lessons?challenge=stop-early&{SOLUTIONS['stop-early']}"
OWN = """# Own data
task: End with R̂1 below 0.2.
start: ?data=synthetic:blobs?n=40&alg=rb-c&rounds=3&holdout=0
variants: seed=1..30

- R̂1 ends below 0.2 [rb-c.r1@end < 0.2]: R̂1 is {rb-c.r1@end}.
"""


def marks(folder: Path, rows: list[tuple[str, str]], *more: str, file: Path = FILE) -> list[list[str]]:
    answers, out = folder / "answers.csv", folder / "marks.csv"
    with answers.open("w", newline="", encoding="utf-8") as opened:
        csv.writer(opened).writerows([("name", "link"), *rows])
    assert main(["mark", str(file), str(answers), "--out", str(out), *more]) == 0
    with out.open(newline="", encoding="utf-8") as opened:
        return list(csv.reader(opened))


@pytest.mark.slow
def test_each_answer_has_its_row_and_none_stops_another(tmp_path, capsys):
    """Mark bad, foreign and endless answers beside good ones: their processes and time limit are the subject."""
    heavy = "?challenge=stop-early&data=synthetic:blobs?n=2000&alg=rb-d,rb-c,rb-plus&rounds=1000"
    head, *rows = marks(
        tmp_path,
        [
            ("Ada", GOOD),
            ("=Bo", "?challenge=stop-early"),
            ("Cleo", "no link"),
            ("Dee", "?data=letor:/etc/passwd&alg=rb-d,rb-c"),
            ("Eli", heavy),
            ("Fay", GOOD.replace("alg=rb-d,rb-c", "alg=rb-c")),
            ("Hal", GOOD.replace("challenge=stop-early", "challenge=folder:mine.md&name=Hal")),
        ],
        "--seconds",
        "4",
    )
    conditions = [condition.text for condition in CHALLENGES["stop-early"].conditions]
    assert head == ["name", "share", "problem", *(cell for text in conditions for cell in (text, "number"))]
    by_name = {row[0]: row for row in rows}
    assert [row[0] for row in rows] == ["Ada", "'=Bo", "Cleo", "Dee", "Eli", "Fay", "Hal"]
    assert by_name["Ada"][1:4] == ["1.00", "", "met"] == by_name["Hal"][1:4]
    assert any(cell.startswith("It stopped before") for cell in by_name["Ada"])
    assert "is not a link to a run" in by_name["Cleo"][2] and "is not a link to a run" in by_name["'=Bo"][2]
    assert by_name["Dee"][1] == "0.00" and "data folder" in by_name["Dee"][2]
    assert "longer than 4 seconds" in by_name["Eli"][2]
    assert by_name["Fay"][1] == "0.33" and "rb-d does not run here." in by_name["Fay"]
    assert "7 answers, 2 with all conditions met, 4 that could not be marked" in capsys.readouterr().out


@pytest.mark.slow
def test_two_hundred_answers_are_marked_in_one_go(tmp_path):
    begun = time.monotonic()
    rows = marks(tmp_path, [(f"Student {i}", GOOD) for i in range(200)])
    assert len(rows) == 201 and all(row[1] == "1.00" for row in rows[1:])
    print(f"{time.monotonic() - begun:.1f} s")


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"who,what\nAda,x\n", "The columns are who, what"),
        (b"", "The columns are none"),
        ("name,link\nAda,\xe9\n".encode("latin-1"), "This is not UTF-8 text"),
    ],
)
def test_a_file_of_other_columns_is_told(tmp_path, contents, said, capsys):
    answers = tmp_path / "answers.csv"
    answers.write_bytes(contents)
    assert main(["mark", str(FILE), str(answers), "--out", str(tmp_path / "marks.csv")]) == 2
    assert said in capsys.readouterr().err
    assert main(["mark", str(tmp_path / "none.md"), str(answers), "--out", "x.csv"]) == 2


def test_a_name_draws_its_own_data_whatever_its_spelling():
    made = challenge.read(OWN)
    assert made.variants is not None
    drawn = {homework.variant_of(made.variants, f"Student {i}") for i in range(400)}
    assert drawn == set(range(1, 31))
    assert homework.variant_of(made.variants, "Ada  Lovelace ") == homework.variant_of(
        made.variants, "ada lovelace"
    )
    start = homework.start_of(made, "Ada")
    seed = homework.variant_of(made.variants, "Ada")
    assert start["data"] == f"synthetic:blobs?n=40&seed={seed}" and homework.start_of(made, "") == made.start
    link = f"?data={quote(start['data'])}&alg=rb-c&rounds=20&holdout=0"
    right = homework.mark(made, "Ada", link)
    assert right.share == 1.0 and right.ticks[-1].met
    other = next(name for name in ("Bo", "Cleo", "Dee") if homework.variant_of(made.variants, name) != seed)
    wrong = homework.mark(made, other, link)
    assert wrong.share == 0.5 and wrong.ticks[-1].number == f"Here seed is {seed}."


@pytest.mark.parametrize("variants", ["seed=9..1", "colour=1..3", "seed"])
def test_what_draws_nothing_is_told(variants):
    with pytest.raises(DataError) as problem:
        challenge.read(OWN.replace("seed=1..30", variants))
    assert problem.value.line == 4


def test_the_page_asks_for_the_name_and_draws_the_data():
    test = app("pages/lessons.py", challenge=packed(OWN))
    test.text_input(key="challenge-name").set_value("Ada").run()
    assert not test.exception and not test.error
    seed = homework.variant_of(challenge.read(OWN).variants, "Ada")
    assert f"seed={seed}" in "".join(test.query_params["data"])
    assert shown_state(test)["alg"] == ("rb-c",)
