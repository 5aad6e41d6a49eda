"""SOURCE strings: parsed, written back, clamped for links, and kept inside the data folder."""

import gzip
import inspect

import pandas as pd
import pytest
from helpers.refused import refused

from rankviz.engine.data import listing, reading, sources
from rankviz.engine.data.sources import (
    FAMILIES,
    Source,
    canonical,
    clamp_options,
    inside_data_dir,
    list_data_dir,
    load,
    parse,
    sniff,
)
from rankviz.engine.errors import DataError

MADE = [f"{family.scheme}:{name}" for family in FAMILIES.values() for name in family.entries]
LETOR = "2 qid:1 1:0.5\n0 qid:1 1:0.1\n"
RATINGS = "userId,movieId,rating,timestamp\n1,1,5,0\n1,2,3,0\n2,1,4,0\n2,2,4.5,0\n"
ITEMS = "item,x\na,1\nb,2\n"
GRADED = "item,x,grade\na,1,1\nb,2,0\n"
WEAK = "item,h\na,1\nb,0\n"
PAIRS = "higher,lower\na,b\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder with one file of each kind, some in a subfolder, and things that are no data."""
    root = tmp_path / "data"
    (root / "mine").mkdir(parents=True)
    (root / "web.txt").write_text(LETOR)
    (root / "web.gz").write_bytes(gzip.compress(LETOR.encode()))
    (root / "u.data").write_text("1\t1\t5\t0\n1\t2\t3\t0\n2\t1\t4\t0\n2\t2\t1\t0\n")
    (root / "u.item").write_text("1|Heat|x\n")
    (root / "ratings.csv").write_text(RATINGS)
    (root / "movies.csv").write_text("movieId,title,genres\n1,Heat,Crime\n")
    (root / "graded 100%.csv").write_text(GRADED)
    (root / "mine" / "items.csv").write_text(ITEMS)
    (root / "mine" / "weak.csv").write_text(WEAK)
    (root / "mine" / "pairs.csv").write_text(PAIRS)
    (root / "photo.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (root / ".hidden").write_text(LETOR)
    (root / "notes.md").write_text("# notes\nnothing, really\n")
    (tmp_path / "secret.txt").write_text(LETOR)
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(root))
    return root


@pytest.mark.parametrize("spec", MADE)
def test_everything_on_the_menu_loads(spec):
    problem = load(spec)
    assert problem.source == spec == canonical(spec)
    assert problem.title and problem.n_pairs > 0


FILES = [family for family in FAMILIES.values() if family.reads_file]


@pytest.mark.parametrize("family", FILES, ids=lambda family: family.scheme)
def test_every_format_takes_what_it_is_given(family):
    takes = inspect.signature(family.reader()).parameters
    files = [option.name for option in family.options if option.is_file]
    settings = [option.name for option in family.options if not option.is_file]
    assert {"name", "spec", *family.second, *settings} - {"thresholds"} <= set(takes)
    assert set(files) <= set(family.second)
    assert set(family.implied) <= set(settings)
    assert family.word


@pytest.mark.parametrize("spec", ["letor:web.txt", "table:graded 100%25.csv"])
def test_the_most_thresholds_of_a_feature_go_with_the_data(folder, spec):
    """Into parts of them, too; and data that say nothing are what they were."""
    problem = load(f"{spec}?thresholds=7")
    assert problem.thresholds == problem.subset([1, 0]).thresholds == problem.two_grades(1.0).thresholds == 7
    assert problem.identity != load(spec).identity
    assert canonical(f"{spec}?thresholds=255") == spec
    with pytest.raises(DataError, match="whole number from 1 to 255"):
        load(f"{spec}?thresholds=256")


def test_only_a_format_that_is_not_read_as_a_whole_may_be_large(folder, monkeypatch):
    monkeypatch.setattr(listing, "MAX_FILE_BYTES", 1)
    assert (
        {entry.kind for entry in list_data_dir()}
        == {family.scheme for family in FILES if not family.whole}
        == {"letor"}
    )


def test_a_problem_says_what_its_file_implied(folder):
    assert load("movielens:u.data").source == "movielens:u.data?user=1"


def test_every_option_is_described():
    for family in FAMILIES.values():
        assert family.label and family.help
        assert family.reads_file == (not family.entries)
        for entry in family.entries.values():
            assert entry.label and entry.help
            for option in entry.options:
                assert option.label and option.help.endswith(".")
                assert option.parse(option.write(option.default)) == option.default
                assert option.low is None or option.low <= option.default <= option.high
                assert (option.kind in ("int", "float")) == (option.step is not None)


def test_sources_have_one_canonical_text():
    assert canonical("synthetic:linear?queries=2&noise=0.30&n=0200") == "synthetic:linear?n=200&queries=2"
    assert canonical(" Synthetic:linear?n=100 ") == "synthetic:linear"
    assert canonical("synthetic:interaction?product=true") == "synthetic:interaction?product=1"
    assert canonical("letor:a%20b.txt?queries=3%2C4") == "letor:a b.txt?queries=3,4"
    assert canonical("letor:a%3Fb%25.txt") == "letor:a%3Fb%25.txt"
    for spec in ("table:i.csv?pairs=my pairs.csv&query=q&grade=a%26b", "scenario:lemma-1?n=7"):
        assert canonical(canonical(spec)) == canonical(spec)


def test_the_seed_of_the_source_wins_and_is_noted():
    assert load("synthetic:linear", seed=5).source == "synthetic:linear?seed=5"
    assert load("synthetic:linear?seed=0", seed=5).source == "synthetic:linear?seed=0"
    assert (load("synthetic:linear", seed=5).X == load("synthetic:linear?seed=5").X).all()
    assert load("scenario:lemma-3", seed=5).source == "scenario:lemma-3"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "names no data"),
        ("wine", "names no data"),
        ("bundeld:wine", "the nearest is bundled"),
        ("bundled:wines", "the nearest is wine. Choose from: breast-cancer, diabetes, wine"),
        ("bundled:", "no bundled data called"),
        ("letor:", "names no file"),
        ("synthetic:linear?noize=1", "the nearest is noise. Choose from: n, features"),
        ("synthetic:linear?noise=4", "Choose a number from 0 to 3"),
        ("synthetic:linear?noise=nan", 'cannot be "nan"'),
        ("synthetic:linear?n=1e2", "a whole number from 10 to 2000"),
        ("synthetic:linear?n=" + "9" * 5000, "cannot be"),
        ("synthetic:linear?n", "has no value"),
        ("synthetic:linear?n=50&n=60", "appears twice"),
        ("synthetic:interaction?product=maybe", "Choose 1 or 0"),
        ("scenario:lemma-1?n=1", "from 2 to 40"),
        ("scenario:lemma-3?n=1", "It has no options"),
        ("letor:x.txt?querie=1", "the nearest is queries"),
        ("letor:/no/such/file.txt", "file.txt: there is no such file"),
        ("letor:/dev/null", "not a file"),
        ("letor:a\0b", "legal"),
        ("table:" + "x" * 5000, "cannot be read"),
    ],
)
def test_nonsense_gets_a_sentence(spec, words):
    assert words in refused(load, spec)


def test_links_are_clamped_and_told():
    spec, said = clamp_options("synthetic:linear?noise=9&n=abc&colour=red&grades=1&queries=3")
    assert spec.text == "synthetic:linear?grades=2&noise=3&queries=3"
    assert len(said) == 4 and all(sentence.endswith(".") for sentence in said)
    assert canonical(spec.text) == spec.text and parse(spec.text).text == spec.text
    spec, said = clamp_options("synthetic:linear?n&noise=1&noise=2&=&%")
    assert spec.text == "synthetic:linear?noise=1" and len(said) == 4
    assert clamp_options("bundled:wine") == (Source("bundled", "wine"), [])
    with pytest.raises(DataError):
        clamp_options("bundled:beer")


def test_paths_are_looked_up_here_and_in_the_data_folder(folder, tmp_path, monkeypatch):
    assert load("letor:web.txt").n_items == 2
    assert load(f"letor:{folder}/web.gz").n_items == 2
    monkeypatch.chdir(tmp_path)
    assert load("letor:secret.txt").n_items == 2
    assert load("table:graded 100%25.csv").source == "table:graded 100%25.csv"
    assert load("table:mine/items.csv?pairs=pairs.csv").n_pairs == 1
    assert load("weak:mine/weak.csv?pairs=mine/pairs.csv").binary


def test_links_stay_inside_the_data_folder(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert inside_data_dir("web.txt") and inside_data_dir(folder / "mine" / "items.csv")
    for path in ("../secret.txt", "/etc/passwd", "link.txt", "mine/../../secret.txt", "a\0b", str(tmp_path)):
        assert not inside_data_dir(path)
        assert "data folder" in refused(load, f"letor:{path}", confined=True)
    assert any(
        each in refused(load, "letor:secret.txt", confined=True) for each in ("data folder", "no such file")
    )
    assert "no such file" in refused(load, "table:mine/items.csv?pairs=nothing.csv", confined=True)
    assert "data folder" in refused(load, "table:mine/items.csv?pairs=../../secret.txt", confined=True)
    assert load("letor:web.txt", confined=True).n_items == 2
    assert load("table:mine/items.csv?pairs=pairs.csv", confined=True).n_items == 2
    monkeypatch.delenv("RANKVIZ_DATA_DIR")
    assert not inside_data_dir("web.txt")
    assert "RANKVIZ_DATA_DIR" in refused(load, "letor:web.txt", confined=True)
    assert load("bundled:wine", confined=True).n_items == 178


def test_the_menu_lists_every_file_that_loads(folder):
    entries = {entry.source: entry for entry in list_data_dir()}
    assert set(entries) == {
        "letor:web.gz", "letor:web.txt", "movielens:ratings.csv", "movielens:u.data", "table:graded 100%25.csv",
        "table:mine/items.csv?pairs=mine/pairs.csv", "weak:mine/weak.csv?pairs=mine/pairs.csv",
    }  # fmt: skip
    for source, entry in entries.items():
        assert load(source, confined=True).n_items == 2
        assert entry.kind == source.split(":")[0] and entry.path in entry.label
    assert list_data_dir(folder / "nowhere") == []


def test_kinds_of_files_are_recognised_by_how_they_begin():
    assert sniff(b"") is None
    assert sniff(b"\xff\xfe\0") is None
    assert sniff(b"hello world\n") is None
    assert sniff(b"# comment\n1 qid:3 1:2\n") == "letor"
    assert sniff(b"1::2::3::4\n") == "movielens"
    assert sniff(LETOR.encode() * 10_000) == "letor"


def test_uploads_of_every_format_load():
    problem = sources.load_upload("letor", LETOR.encode(), "my file.txt")
    assert problem.source == "upload:my file.txt"
    assert sources.load_upload("movielens", RATINGS.encode(), "r.csv", user="1").n_items == 2
    assert sources.load_upload("weak", WEAK.encode(), "w.csv", pairs=PAIRS.encode()).binary
    assert sources.load_upload("table", ITEMS.encode(), "i.csv", pairs=PAIRS.encode()).n_pairs == 1
    with pytest.raises(DataError, match="kind"):
        sources.load_upload("bundled", b"", "x")
    with pytest.raises(DataError, match="i.csv, line 2"):
        sources.load_upload("table", b"x,grade\na,1\n", "i.csv")


def test_the_size_limit_is_checked_before_reading(tmp_path, monkeypatch):
    big = tmp_path / "big.txt"
    with open(big, "wb") as file:
        file.truncate(200 * 2**20)  # a hole: 200 MB that take no room
    huge = tmp_path / "huge.txt"
    with open(huge, "wb") as file:
        file.truncate(5 * 2**30)
    monkeypatch.setattr("builtins.open", None)
    for scheme in ("movielens", "table"):
        assert "larger than 100 MB" in refused(
            load, f"{scheme}:{big}?" + ("user=1" if scheme == "movielens" else "")
        )
    assert "larger than 4096 MB" in refused(load, f"letor:{huge}")
    assert "100 MB" in sources.LIMITS


def test_a_gzip_file_that_unpacks_beyond_the_limit_is_refused(monkeypatch):
    bomb = gzip.compress(b"0" * 5_000_000)
    with pytest.raises(DataError, match="larger than"):
        reading.content(bomb, "bomb.gz", limit=1_000_000)


def test_more_items_than_the_limit_are_refused(monkeypatch):
    monkeypatch.setattr(reading, "MAX_ITEMS", 3)
    with pytest.raises(DataError, match="4 items are more than the 3"):
        sources.load_upload("letor", (LETOR * 2).encode(), "x")


def test_a_data_frame_is_never_shown_whole() -> None:
    words = refused(load, pd.DataFrame({"a": range(50), "b": range(50)}))
    assert (
        words.startswith("an object of type DataFrame names no data")
        and "to_csv" in words
        and len(words) < 200
    )
