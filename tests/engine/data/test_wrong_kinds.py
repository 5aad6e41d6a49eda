"""Bytes that are no text of the kind that a reader takes: each reader says what they are instead."""

import gzip

import pytest
from helpers.refused import refused

from rankviz.engine.data.formats import FAMILIES
from rankviz.engine.data.sources import load_upload

WHOLE = {
    "letor": b"1 qid:1 1:1\n0 qid:1 1:2\n",
    "multilabel": b"1,3 1:0.5 3:2\n2 1:1.5 2:-1\n",
    "movielens": b"1\t1\t5\t0\n1\t2\t3\t0\n2\t1\t4\t0\n2\t2\t1\t0\n",
    "table": b"item,x,grade\na,1,1\nb,2,0\n",
    "weak": b"item,h\na,1\nb,0\n",
    "duels": b"model_a,model_b,winner\na,b,model_a\n",
}
KINDS = {
    "nothing": (lambda data: b"", "empty"),
    "blank lines": (lambda data: b" \n\n", "empty"),
    "zip": (lambda data: b"PK\x03\x04" + b"\0" * 40, "zip"),
    "Excel": (lambda data: b"PK\x03\x04\0\0[Content_Types].xml" + b"\0" * 40, "save it as CSV UTF-8"),
    "old Excel": (lambda data: b"\xd0\xcf\x11\xe0" + b"\0" * 40, "save it as CSV"),
    "ARFF": (
        lambda data: b"% of Mulan\n@RELATION 'demo: -C 2'\n@attribute l1 {0,1}\n@data\n1\n",
        "this is ARFF",
    ),
    "JSON lines": (lambda data: b'{"a": 1}\n{"a": 2}\n', "an object a line"),
    "JSON": (lambda data: b'[\n {"a": 1},\n {"a": 2}\n]\n', "this is JSON, which"),
    "web page": (
        lambda data: b"<!DOCTYPE html>\n<table><tr><td>1</td></tr></table>\n",
        "Save the table itself",
    ),
    "model": (lambda data: b"tree\nversion=v4\nnum_class=1\n", "model:MODEL?data=SOURCE"),
    "a run": (lambda data: b"7 Q0 alpha 1 2.5 mine\n7 Q0 beta 2 2.5 mine\n", "rankviz ties"),
    "qrels": (lambda data: b"# two people\n7\t0\talpha\t0\n7\t0\tbeta\t1\n8\t0\tc\t2\n", "(qrels)"),
    "image": (lambda data: b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "image"),
    "zero bytes": (lambda data: data + b"\0", "zero bytes"),
    "half of a gzip file": (lambda data: gzip.compress(data)[:-12], "damaged"),
}


def read(scheme: str, data: bytes) -> object:
    return load_upload(scheme, data, "f", **({"pairs": b"higher,lower\na,b\n"} if scheme == "weak" else {}))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", WHOLE)
def test_bytes_of_another_kind_are_called_by_it(scheme: str, kind: str) -> None:
    made, words = KINDS[kind]
    assert words in refused(read, scheme, made(WHOLE[scheme]))


def test_every_reader_of_text_is_asked() -> None:
    assert set(WHOLE) == {name for name, family in FAMILIES.items() if family.reads_file} - {"model"}
    assert all(read(scheme, data) for scheme, data in WHOLE.items())
