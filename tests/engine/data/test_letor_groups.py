"""svmlight files without query ids: one query with a word about it, or the sizes in FILE.query or FILE.group."""

import gzip

import pytest
from helpers.refused import refused

from rankviz.cli import main
from rankviz.engine.data import letor, sources
from rankviz.engine.data.letor import cache, reader
from rankviz.engine.errors import DataError
from rankviz.lab.experiments.task_sets import task_set
from rankviz.ui.serving import uploads
from rankviz.ui.state import catalog

ROWS = ["2 1:0.5", "# a comment", "0 1:0.1", "1 1:0.7", "", "0 1:0.2", "2 1:0.9"]
TEXT = "\n".join(ROWS) + "\n"
WITH_IDS = (
    "\n".join(f"{g} qid:{q} 1:{i}" for i, (g, q) in enumerate([(2, 7), (0, 7), (1, 9), (0, 9), (2, 9)]))
    + "\n"
)


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A file without query ids in the data folder."""
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "data" / "rank.train"
    file.write_text(TEXT)
    return file


def test_a_file_without_query_ids_is_one_query_and_a_note_says_so(path, capsys):
    problem = letor.read(path)
    assert problem.n_queries == 1 and problem.n_pairs == 8
    (note,) = problem.notes
    assert "(qid)" in note and "all 5 items are compared as one query" in note and "FILE.query" in note
    assert letor.queries(path).attrs["note"] == note
    assert main.main(["trace", f"letor:{path}", "--rounds", "1"]) == 0
    assert "(qid)" in capsys.readouterr().err
    assert "(qid)" in task_set(f"letor:{path}?least=1").title
    assert not letor.read(WITH_IDS.encode()).notes


@pytest.mark.parametrize("ending", [".query", ".group"])
def test_the_companion_beside_a_file_is_taken(path, ending):
    path.with_name("rank.train" + ending).write_text("2\n3\n\n")
    problem = letor.read(path)
    assert (
        problem.query_ids == ("1", "2") and problem.qid.tolist() == [0, 0, 1, 1, 1] and problem.n_pairs == 4
    )
    assert problem.notes == (f"No line has a query id (qid): the 2 queries are those of rank.train{ending}.",)
    assert problem.item_ids == ("1/1", "1/2", "2/1", "2/2", "2/3")
    second = letor.read(path, queries="2")
    assert second.item_ids == ("2/1", "2/2", "2/3") and second.X[:, 0].tolist() == [0.7, 0.2, 0.9]
    assert letor.queries(path)["pairs"].tolist() == [1, 3]
    assert "queries such as 1, 2" in refused(letor.read, path, queries="3")
    assert sources.load("letor:rank.train", confined=True).n_queries == 2


def test_a_packed_file_and_the_cache(path, tmp_path, monkeypatch):
    packed = path.with_name("rank.test.gz")
    packed.write_bytes(gzip.compress(TEXT.encode()))
    path.with_name("rank.test.query").write_text("2\n3\n")
    monkeypatch.setenv("RANKVIZ_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "WORTH", 1)
    assert letor.read(packed).n_queries == 2
    path.with_name("rank.test.query").write_text("4\n1\n")
    monkeypatch.setattr(reader, "parse", None)  # from here on there is only the cache
    assert letor.read(packed).qid.tolist() == [0, 0, 0, 0, 1]
    assert letor.read(packed, queries="1").n_items == 4
    path.with_name("rank.test.query").unlink()
    assert "(qid)" in letor.read(packed).notes[0]


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ("2\n2\n", "rank.train.query, line 2: the sizes sum to 4 by here, but rank.train has 5 lines"),
        ("2\n4\n1\n", "rank.train.query, line 2: the sizes sum to 6 by here"),
        ("2\n3.0\n", 'line 2: "3.0" is not the size of a query'),
        ("2\n0\n3\n", 'line 2: "0" is not the size'),
        ("2 3\n", 'line 1: "2 3" is not the size'),
        ("-2\n7\n", "is not the size"),
        ("", "empty"),
    ],
)
def test_query_sizes_that_do_not_fit_the_file_are_refused(path, sizes, words):
    path.with_name("rank.train.query").write_text(sizes)
    assert words in refused(letor.read, path)


def test_two_query_files_must_agree(path):
    path.with_name("rank.train.query").write_text("2\n3\n")
    path.with_name("rank.train.group").write_text("2\n3")
    assert letor.read(path).n_queries == 2
    path.with_name("rank.train.group").write_text("3\n2")
    assert "rank.train.group: it disagrees with rank.train.query" in refused(letor.read, path)


def test_query_ids_and_sizes(path):
    path.write_text(WITH_IDS)
    query = path.with_name("rank.train.query")
    query.write_text("2\n3\n")
    assert letor.read(path).query_ids == ("7", "9") and not letor.read(path).notes
    for sizes, line in (("3\n2\n", 1), ("2\n2\n1\n", 2), ("2\n1\n2\n", 2), ("5\n", 1)):
        query.write_text(sizes)
        assert f"rank.train.query, line {line}: query {line} has" in refused(letor.read, path)


def test_a_companion_does_not_lead_out_of_the_data_folder(path, tmp_path):
    (tmp_path / "secret").write_text("2\n3\n")
    path.with_name("rank.train.query").symlink_to(tmp_path / "secret")
    assert "points outside it" in refused(sources.load, "letor:rank.train", confined=True)
    path.with_name("rank.train.query").unlink()
    for named in (str(tmp_path / "secret"), "../secret"):
        message = refused(sources.load, f"letor:rank.train?query_file={named}", confined=True)
        assert "data folder" in message or "no such file" in message


def test_a_query_file_given_by_name_is_used(path, tmp_path, capsys):
    sizes = path.with_name("sizes 1.txt")
    sizes.write_text("2\n3\n")
    source = "letor:rank.train?query_file=sizes 1.txt"
    for confined in (False, True):
        problem = sources.load(source, confined=confined)
        assert problem.n_queries == 2 and "sizes 1.txt" in problem.notes[0]
    assert sources.canonical(problem.source) == problem.source
    assert sources.load(problem.source).n_queries == 2
    outside = tmp_path / "out & side.query"
    outside.write_text("3\n2\n")
    assert sources.load(f"letor:{path}?query_file={tmp_path}/out %26 side.query").n_queries == 2
    assert main.main(["trace", f"letor:{path}", "--rounds", "1", "--query-file", str(outside)]) == 0
    assert "out & side.query" in capsys.readouterr().err
    assert main.main(["trace", "bundled:wine", "--query-file", "x"]) == 2
    assert main.main(["trace", f"letor:{path}?query_file=x", "--query-file", "x"]) == 2


def test_experiments_read_the_same_queries(path):
    sizes = path.with_name("sizes")
    sizes.write_text("2\n3\n")
    made = task_set(f"letor:{path}?least=1&query_file=sizes")
    assert [task.load().n_items for task in made.tasks] == [2, 3] and made.files == (path, sizes)
    assert [sources.load(task.source).n_items for task in made.tasks] == [2, 3]
    (whole,) = task_set(f"letor:{path}?tasks=all&query_file=sizes").tasks
    assert whole.load().n_queries == 2
    beside = path.with_name("rank.train.query")
    beside.write_text("3\n2\n")
    made = task_set(f"letor:{path}?least=1")
    assert [task.load().n_items for task in made.tasks] == [3, 2] and made.files == (path, beside)


def test_an_uploaded_query_file_gives_the_sizes_of_the_queries(path):
    kept = uploads.store("letor", [("rank.train", TEXT.encode()), ("sizes.txt", b"2\n3\n")])
    problem = catalog.load_upload(kept, {})
    assert problem.n_queries == 2 and "sizes.txt" in problem.notes[0]
    assert catalog.load_upload(kept, {"queries": "2"}).n_items == 3
    assert "sizes.txt, line 1" in refused(
        catalog.load_upload, uploads.store("letor", [("f", TEXT.encode()), ("sizes.txt", b"9")]), {}
    )


@pytest.mark.parametrize(
    ("scheme", "option"), [("letor", "query_file"), ("table", "pairs"), ("weak", "pairs")]
)
def test_an_upload_s_link_cannot_name_a_file_of_the_server(tmp_path, scheme, option):
    (tmp_path / "secret").write_text("secret\n")
    kept = uploads.store(scheme, [("f", TEXT.encode() if scheme == "letor" else b"item,x\na,1\nb,0\n")])
    found, options = uploads.find(uploads.parse(f"{kept.chosen().text}?{option}={tmp_path}/secret"))
    try:
        assert catalog.load_upload(found, options).n_queries == 1
    except DataError as problem:
        assert "secret" not in str(problem)
