"""Whatever is fed to a reader, a Problem with finite or missing features comes out, or one DataError."""

import gzip
import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankviz.engine.data.sources import canonical, clamp_options, load, load_upload, sniff
from rankviz.engine.errors import DataError

LETOR = b"".join(
    b"%d qid:%d 1:0.%d 2:%s 3:%d #docid = GX%d inc = 1\r\n"
    % (i % 3, 7 + i // 4, i, [b"NULL", b"0.5"][i % 2], i, i)
    for i in range(8)
)
U_DATA = b"".join(
    b"%d\t%d\t%d\t88125\n" % (user, movie, 1 + user * movie % 5) for user in (1, 2, 3) for movie in range(4)
)
RATINGS = b"userId,movieId,rating,timestamp\n" + U_DATA.replace(b"\t", b",").replace(b",8", b".5,8")
ITEMS = b'item,height,width,grade\n"a",1,2.5,2\nb,3,,1\nc,5,0.5,0\n'
WEAK = b"item,h1,h2\na,1,0\nb,0,1\nc,0,0\n"
PAIRS = b"higher,lower\na,b\nb,c\n"
PARQUET, PARQUET_PAIRS = (pd.read_csv(io.BytesIO(text)).to_parquet() for text in (ITEMS, PAIRS))
NO_QUERIES = LETOR.replace(b" qid:7", b"").replace(b" qid:8", b"")

READERS = {
    "letor": (LETOR, lambda data: load_upload("letor", data, "f")),
    "letor-queries": (LETOR, lambda data: load_upload("letor", data, "f", queries="7")),
    "multilabel": (b"1,3 1:0.5 3:2\n2 1:1.5 2:-1\n 2:7\n", lambda data: load_upload("multilabel", data, "f")),
    "u.data": (U_DATA, lambda data: load_upload("movielens", data, "f", user="1")),
    "ratings.csv": (RATINGS, lambda data: load_upload("movielens", data, "f", user="")),
    "titles": (
        b"1|Heat|x\n2|Seven|y\n",
        lambda data: load_upload("movielens", U_DATA, "f", user="1", titles=data),
    ),
    "table": (ITEMS, lambda data: load_upload("table", data, "f")),
    "table-pairs": (ITEMS, lambda data: load_upload("table", data, "f", pairs=PAIRS, pairs_name="p")),
    "pairs": (PAIRS, lambda data: load_upload("table", ITEMS, "f", pairs=data, pairs_name="p")),
    "weak": (WEAK, lambda data: load_upload("weak", data, "f", pairs=PAIRS)),
    "parquet": (PARQUET, lambda data: load_upload("table", data, "f")),
    "parquet-pairs": (
        PARQUET_PAIRS,
        lambda data: load_upload("table", ITEMS, "f", pairs=data, pairs_name="p"),
    ),
    "query-file": (b"4\n4\n", lambda data: load_upload("letor", NO_QUERIES, "f", query_file=data)),
    "letor-with-sizes": (LETOR, lambda data: load_upload("letor", data, "f", query_file=b"4\n4\n")),
    "gz": (gzip.compress(LETOR), lambda data: load_upload("letor", data, "f")),
}
SNIPPETS = [
    b"nan", b"inf", b"-", b"1e999", b"NULL", b"", b"\0", b"\n", b"\r", b",", b"\t", b":", b"::", b'"', b"#", b" ",
    b"qid:", b"0", b"-1", b"99999999999999999999", b"\xff\xfe", b"\xe9", "é٣".encode(), b"1_0", b"0x1", b"a",
]  # fmt: skip

quick = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@st.composite
def mutated(draw: st.DrawFn, valid: bytes) -> bytes:
    """A valid file with pieces cut out, put in, doubled, or its end lost."""
    data = valid
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        piece = draw(
            st.one_of(st.sampled_from(SNIPPETS), st.binary(max_size=4), st.just(data[start:end] * 2))
        )
        data = data[:start] + piece + data[end:]
    return data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data


def check(read, data: bytes) -> None:
    try:
        problem = read(data)
    except DataError as error:
        said = str(error)
        assert said.endswith(".") and said.isprintable() and len(said) < 500
        return
    assert not np.isinf(problem.X).any()
    assert problem.n_pairs > 0
    assert len(problem.item_ids) == problem.n_items == len(problem.item_labels)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.slow
def test_the_files_that_are_broken_below_are_whole(kind):
    valid, read = READERS[kind]
    assert read(valid).n_pairs > 0


@pytest.mark.parametrize("kind", READERS)
@given(data=st.data())
@quick
@pytest.mark.slow
def test_damaged_files_are_read_or_end_in_a_data_error(kind, data):
    valid, read = READERS[kind]
    check(read, data.draw(mutated(valid)))


@pytest.mark.parametrize("kind", READERS)
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=100).map(str.encode)))
@settings(quick, max_examples=40)
@pytest.mark.slow
def test_random_bytes_and_text(kind, data):
    check(READERS[kind][1], data)


@given(st.binary(max_size=200))
@quick
def test_any_bytes_are_sniffed_as_a_known_kind_or_none(data):
    assert sniff(data) in (
        None,
        "letor",
        "multilabel",
        "movielens",
        "table",
        "table-pairs",
        "weak",
        "pairs",
        "duels",
        "model",
    )


WORDS = [
    "scenario", "synthetic", "lemma-1", "linear", "wine", "bundled", "letor", "n", "noise", "seed", "user", "queries",
]  # fmt: skip
part = st.one_of(
    st.sampled_from([*WORDS, ":", "?", "&", "=", "%", "%00", "/", "..", "1", "-1", "1e9", "nan"]),
    st.text(max_size=5),
)


@given(st.lists(part, max_size=9).map("".join))
@settings(quick, max_examples=300)
def test_any_text_as_a_source_is_read_or_ends_in_a_data_error(spec):
    for ask in (canonical, clamp_options, lambda text: load(text, confined=True)):
        try:
            ask(spec)
        except DataError as error:
            assert "\n" not in str(error)
