"""The sentence that bad input ends in: one line, and no longer than a reader bears, whatever it quotes."""

import os
import sys

import pytest
from helpers.refused import refused

from rankviz.engine.algorithms import registry
from rankviz.engine.data import sources
from rankviz.engine.data.folder import find
from rankviz.engine.errors import DataError, first_of, shown
from rankviz.engine.runs import forks

LONG = "name " * 400
NAMES = [LONG, "two\nlines", "a\r\x1b[31mb\x00c", "\ud800", "\u2028\u202e", '"', ""]


def check(text: str) -> None:
    assert text.isprintable() and text.endswith(".") and len(text) < 500, text


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_a_sentence_is_printable_and_short(name):
    check(str(DataError(f"{shown(name)} is wrong", file=name, line=3, column=name, remedy="Mend it")))
    assert str(DataError(name, remedy=name)).isprintable()
    assert len(str(DataError(LONG, remedy=LONG))) < 1_300
    assert len(first_of([name] * 100)) < 300


def test_a_name_of_ordinary_length_stands_there_whole():
    assert str(DataError("it is empty.", file="/a/b.csv", line=2, column="größe")) == (
        'b.csv, line 2, column "größe": it is empty.'
    )
    assert first_of("abc") == "a, b, c" and first_of("abcdefghij") == "a, b, c, d, e, f, g, h, …"


@pytest.mark.parametrize("name", NAMES[:-1])
def test_names_of_the_user_in_sentences(name):
    check(refused(registry.find, name))
    check(refused(forks.read, name))
    check(refused(sources.load, f"{name}:x"))
    check(refused(sources.load, f"bundled:{name}"))
    check(refused(sources.load, f"bundled:wine?{name}=1"))
    quoted = '"' + name.replace("\0", "").encode("utf-8", "replace").decode().replace('"', '""') + '"'
    for text in (
        f"item,{quoted},grade\na,x,1\n",
        f"item,{quoted},{quoted}\na,1,1\n",
        f"item,{quoted},y\na,1,1\n",
        f"item,{','.join(quoted[:-1] + str(i) + quoted[-1] for i in range(20))}\n" + "a" + ",1" * 20 + "\n",
        f"item,x,grade\n{quoted},1,1\n{quoted},2,0\n",
    ):
        check(refused(sources.load_upload, "table", text.encode(), name))
    check(
        refused(sources.load_upload, "table", b"item,x,grade\na,1,1\n", "t", pairs=f"{quoted}\n1\n".encode())
    )


@pytest.mark.parametrize("path", ["A" * 256, "A/" * 3_000, "a\0b", "\ud800", "é" * 200])
@pytest.mark.parametrize("confined", [False, True])
def test_a_path_that_no_file_can_have(data_folder, path, confined):
    text = refused(find, path, confined=confined)
    check(text)
    assert "cannot be read" in text or "data folder" in text
    for kind in ("letor", "table", "movielens"):
        check(refused(sources.load, f"{kind}:{path}", confined=confined))


def test_a_path_that_is_merely_missing_is_given_back(data_folder):
    assert find("no/such.txt", confined=True) == data_folder / "no/such.txt"
    (data_folder / "file").write_text("x")
    assert not find("file/inside", confined=True).exists()
    if sys.platform == "linux":
        (data_folder / os.fsdecode(b"m\xff.txt")).write_text("1 qid:1 1:1\n")
        assert find("m\udcff.txt", confined=True).is_file()
