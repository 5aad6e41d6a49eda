"""Files that stand for many times their size: each reader refuses its own in a sentence, in little memory."""

import functools
import io
import json
import re
import struct
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.interpreter import printed
from helpers.thorough import usually

from rankviz.engine.data.formats import FAMILIES

MB = 2**20
LETOR = b"1 qid:1 1:1\n0 qid:1 1:2\n"
RATINGS = b"".join(
    b"%d\t%d\t%d\t0\n" % (user, movie, 1 + user * movie % 5) for user in (1, 2, 3) for movie in range(4)
)
ITEMS = b"item,x,grade\na,1,2\nb,3,1\nc,5,0\n"
WEAK = b"item,h\na,1\nb,0\nc,1\n"
PAIRS = b"higher,lower\na,b\nb,c\n"


class Bomb(NamedTuple):
    """What is uploaded, a part of the sentence, and the megabytes beyond the file's that reading it may take."""

    scheme: str
    data: bytes
    says: str
    room: int = 40
    more: dict[str, bytes] = {}  # noqa: RUF012 (a NamedTuple's default, never changed)


def parquet(columns: dict[str, object]) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer)
    return buffer.getvalue()


def labelled(lines: int, labels: int) -> bytes:
    """Each line has labels that no other has."""
    return b"".join(
        b",".join(b"%d" % (line * labels + each) for each in range(labels)) + b" 1:1\n"
        for line in range(lines)
    )


def numbered(line: bytes, times: int) -> bytes:
    """So many lines, each with its number."""
    return b"".join(line % i for i in range(times))


def packed(line: bytes, times: int, head: bytes = b"") -> bytes:
    """A gzip file of so many lines, of a hundred equal parts: packing one is enough."""
    lines, crc = line * (times // 100), zlib.crc32(head)
    packer = zlib.compressobj(1, wbits=31)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    part = packer.compress(lines) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(100):
        crc = zlib.crc32(lines, crc)
    return start + part * 100 + b"\x03\x00" + struct.pack("<LL", crc, len(head) + 100 * len(lines))


VOTES = b"model_a,model_b,winner\n"
ROWS = 40_000
SAME = pa.array(np.zeros(ROWS))
LARGER = "the file is larger than 100 MB"


@functools.cache
def bombs() -> dict[str, Bomb]:
    """Return the bombs, which take a second to make."""
    return {
        "multilabel: items by labels": Bomb("multilabel", labelled(600, 1_000), "3 items with 3,000 labels"),
        "multilabel: short lines": Bomb("multilabel", b"1,2 1:1\n" * 400_000, "items are more than the 50,000"),
        "multilabel: one line of labels": Bomb("multilabel", labelled(1, 400_000), "more than 1,000,000 characters"),
        "multilabel: one line of features": Bomb(
            "multilabel", b"1,2 1:1\n2 " + b"3:1 " * 1_000_000 + b"\n", "line 2: the line has more than"
        ),
        "multilabel: gzip": Bomb("multilabel", packed(b"1,2 1:1\n", 14_000_000), LARGER),
        "letor: wide, then short": Bomb("letor", b"1 5000:1\n" + b"1\n" * 400_000, "values are more than the 20", 200),
        "letor: short lines": Bomb("letor", b"1 1:1\n" * 1_400_000, "items are more than the 50,000"),
        "letor: one line": Bomb("letor", b"1 " + b"1:1 " * 2_000_000, "line 1: the line has more than 1,000,000"),
        "letor: gzip": Bomb("letor", packed(b"1 1:1\n", 18_000_000), LARGER),
        "letor: query sizes": Bomb(
            "letor", LETOR, "more than 1,000,000 queries", 40, {"query_file": b"1\n" * 1_200_000}
        ),
        "movielens: one line": Bomb("movielens", RATINGS + b"\t" * 8_000_000, "line 13: the line has more than"),
        "movielens: a header": Bomb(
            "movielens", b"userId,movieId,rating" + b"," * 900_000 + b"\n1,1,5\n", "values instead of user, movie", 60
        ),
        "movielens: one user": Bomb(
            "movielens", numbered(b"1\t%d\t3\t1\n", 300_000), "300,000 items are more than", 60
        ),
        "movielens: gzip": Bomb("movielens", packed(b"1\t1\t3\t1\n", 14_000_000), LARGER),
        "table: rows": Bomb("table", b"item,x,grade\n" + b"a,1,1\n" * 1_000_000, "items are more than the 50,000"),
        "table: gzip": Bomb("table", packed(b"a,1,1\n", 18_000_000, b"item,x,grade\n"), LARGER),
        "table: parquet, a column for a byte": Bomb(
            "table", parquet({f"c{i}": SAME for i in range(900)}), "unpack to more than 200 MB"
        ),
        "table: parquet, decimals": Bomb(
            "table", parquet({f"c{i}": SAME.cast(pa.decimal128(38, 2)) for i in range(400)}), "unpack to more than"
        ),
        "table: parquet, dates": Bomb(
            "table", parquet({f"c{i}": pa.array(np.zeros(ROWS, np.int32), pa.date32()) for i in range(400)}), "unpack"
        ),
        "pairs: rows": Bomb("table", ITEMS, "more than the 10,000,000", 40, {"pairs": b"a,b\n" + b"\n" * 10_000_001}),
        "pairs: gzip": Bomb("table", ITEMS, LARGER, 60, {"pairs": packed(b"a,b\n", 27_000_000, b"higher,lower\n")}),
        "duels: rows": Bomb("duels", VOTES + b"\n" * 10_000_001, "more than the 10,000,000"),
        "duels: gzip": Bomb("duels", packed(b"a,b,model_a\n", 9_000_000, VOTES), LARGER),
        "model: gzip": Bomb("model", packed(b"tree\n", 22_000_000), LARGER, 60, {"data": LETOR}),
        "weak: gzip": Bomb("weak", packed(b"a,1\n", 27_000_000, b"item,h\n"), LARGER, 60, {"pairs": PAIRS}),
    }  # fmt: skip


def dear_bombs() -> dict[str, Bomb]:
    """Return those that take longest: nearly all of each file is read before it is refused."""
    many = 700_000
    return {
        "pairs: strangers": Bomb(
            "table", ITEMS, "no item", 150, {"pairs": b"higher,lower\n" + numbered(b"%d,b\n", many)}
        ),
        "duels: everyone once": Bomb(
            "duels", VOTES + b"".join(b"p%d,q%d,model_a\n" % (i, i) for i in range(300_000)), "600,000 items", 250
        ),
        "duels: unknown": Bomb(
            "duels", b"a,b,label\n" + numbered(b"x,y,%d\n", many), "not a known outcome", 320
        ),
        "weak: all wrong": Bomb(
            "weak",
            b"item" + numbered(b",c%d", 2_000) + numbered(b"\n%d" + b",5" * 2_000, many // 350),
            "is not from 0 to 1",
            120,
            {"pairs": PAIRS},
        ),
    }  # fmt: skip


FINE = [
    Bomb("letor", LETOR.replace(b" qid:1", b""), "", 0, {"query_file": b"2\n"}),
    Bomb("multilabel", b"1,3 1:0.5 3:2\n2 1:1.5 2:-1\n", ""),
    Bomb("movielens", RATINGS, ""),
    Bomb("table", ITEMS, "", 0, {"pairs": PAIRS}),
    Bomb("table", parquet({"grade": [1, 0], "x": ["1", "2"], "y": [1.0, 2.0]}), ""),
    Bomb("weak", WEAK, "", 0, {"pairs": PAIRS}),
    Bomb("duels", VOTES + b"a,b,model_a\nb,c,tie\n", ""),
]
"""What loads whatever a reader needs once and for all."""

MEASURED = """
import ctypes, gc, json, pathlib, sys
from rankviz.engine.data.sources import load_upload
from rankviz.engine.errors import DataError

def megabytes(name):
    text = pathlib.Path("/proc/self/status").read_text()
    return int(text.partition(name + ":")[2].split()[0]) / 1024

for folder in sys.argv[1:]:
    files = {each.name: each.read_bytes() for each in pathlib.Path(folder).iterdir() if each.name != "scheme"}
    scheme, data = pathlib.Path(folder, "scheme").read_text(), files.pop("main")
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # the peak is what is in use now
    before = megabytes("VmRSS")
    try:
        said = f"{load_upload(scheme, data, 'f', **files).n_items} items"
    except DataError as error:
        said = str(error)
    print(json.dumps([said, megabytes("VmHWM") - before]))
"""


def measured(folder: Path, bombs: list[Bomb]) -> list[tuple[str, float]]:
    """(what comes of reading it, the most megabytes it took more) of each, in a process of its own."""
    folders = []
    for number, bomb in enumerate(bombs):
        folders.append(folder / str(number))
        folders[-1].mkdir()
        (folders[-1] / "scheme").write_text(bomb.scheme)
        for name, data in {"main": bomb.data, **bomb.more}.items():
            (folders[-1] / name).write_bytes(data)
    return [tuple(json.loads(line)) for line in printed(MEASURED, *map(str, folders)).splitlines()]


@pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")
@pytest.mark.slow
def test_every_reader_refuses_files_that_stand_for_gigabytes_in_little_memory(tmp_path: Path) -> None:
    """Files of many megabytes are made, read and measured in a process of their own: only here memory is seen."""
    tried = bombs() | usually({}, dear_bombs())
    found = measured(tmp_path, [*FINE, *tried.values()])
    assert all(said.endswith(" items") for said, _ in found[: len(FINE)])
    for (name, bomb), (said, peak) in zip(tried.items(), found[len(FINE) :], strict=True):
        size = sum(map(len, (bomb.data, *bomb.more.values()))) / MB
        assert bomb.says in said and re.search(r"\. [A-Z]", said), name  # and a remedy
        assert peak < size + bomb.room, f"{name}: {peak:.0f} MB for {size:.1f} MB"


def test_every_kind_of_file_has_a_bomb() -> None:
    files = {scheme for scheme, family in FAMILIES.items() if family.reads_file}
    assert {bomb.scheme for bomb in bombs().values()} == files
    assert {partner for bomb in bombs().values() for partner in bomb.more} >= {"pairs", "query_file"}
