"""The cache of parsed LETOR files: it gives what was read, notices a change, and survives damage, kills and races."""

import dataclasses
import os
import shutil
import zlib

import numpy as np
import pytest
from helpers.letor import GOOD

from rankviz.engine.data import letor
from rankviz.engine.data.letor import blocks, cache, reader
from rankviz.engine.errors import DataError


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """A file that is worth caching, and its cache folder."""
    monkeypatch.setenv("RANKVIZ_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "WORTH", 1)
    path = tmp_path / "kept.txt"
    path.write_text(GOOD)
    return path, tmp_path / "cache"


def test_the_cache_gives_what_was_read_and_notices_a_change(cached, monkeypatch):
    path, folder = cached
    first = letor.read(path)
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(reader, "parse", None)  # from here on there is only the cache
    again, some = letor.read(path), letor.read(path, queries="20")
    np.testing.assert_array_equal(again.X, first.X)
    assert (again.item_ids, again.query_ids, again.notes) == (first.item_ids, first.query_ids, first.notes)
    assert some.item_ids == ("GX1", "GX3") and not again.X.flags.writeable
    monkeypatch.undo()
    monkeypatch.setenv("RANKVIZ_CACHE_DIR", str(folder))
    monkeypatch.setattr(cache, "WORTH", 1)
    stat = path.stat()
    path.write_text(GOOD.replace("0.75", "0.76"))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # the same size and time, other contents
    assert letor.read(path).X[2, 1] == 0.76
    assert len(list(folder.iterdir())) == 2


def test_a_damaged_or_unwritable_cache_is_passed_over(cached, monkeypatch):
    path, folder = cached
    letor.read(path)
    (entry,) = folder.iterdir()
    (entry / "X.npy").write_bytes(b"nothing")
    assert letor.read(path).X[0, 0] == 0.5
    monkeypatch.setenv("RANKVIZ_CACHE_DIR", str(path / "no-folder"))
    assert letor.read(path).n_items == 4
    monkeypatch.setenv("RANKVIZ_CACHE_DIR", "off")
    assert letor.read(path).n_items == 4


def test_the_cache_forgets_what_was_not_used_for_longest(cached, monkeypatch):
    path, folder = cached
    letor.read(path)
    (entry,) = folder.iterdir()
    size = sum(file.stat().st_size for file in entry.iterdir())
    monkeypatch.setattr(cache, "MAX_BYTES", 2 * size)
    os.utime(entry, (0, 0))
    for value in ("0.71", "0.72", "0.73"):
        path.write_text(GOOD.replace("0.75", value))
        letor.read(path)
    assert not entry.exists() and 1 <= len(list(folder.iterdir())) <= 2


def test_a_broken_file_is_not_kept(cached):
    path, folder = cached
    path.write_text(GOOD.replace("2:0.75", "2:abc"))
    with pytest.raises(DataError, match="line 3"):
        letor.read(path)
    assert not folder.exists()


OTHER = GOOD.replace("0.75", "0.76")


def test_a_file_replaced_between_its_hash_and_its_reading(cached, monkeypatch):
    """The entry is named after what was parsed, so that the first contents, when they come back, are read right."""
    path, folder = cached
    parse = reader.parse

    def replaced(*given, **options):
        replace(path, OTHER)
        return parse(*given, **options)

    monkeypatch.setattr(reader, "parse", replaced)
    assert letor.read(path).X[2, 1] == 0.76
    monkeypatch.setattr(reader, "parse", parse)
    path.write_text(GOOD)
    assert letor.read(path).X[2, 1] == 0.75
    assert len(list(folder.iterdir())) == 2


def test_a_file_overwritten_in_the_middle_of_its_reading(cached, monkeypatch):
    """Half of one file and half of another is nobody's contents: neither of the two is taken for it."""
    path, _ = cached
    half = GOOD.index("1 qid:20")
    opened = blocks.opened
    monkeypatch.setattr(blocks, "BLOCK_BYTES", half)

    class Overwritten:
        def __init__(self, file):
            self.file = file

        def read(self, size=-1):
            data = self.file.read(size)
            if len(data) == half:
                path.write_text(OTHER)
            return data

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def fileno(self):
            return self.file.fileno()

    def unbuffered(*given):
        opened(*given).close()
        return Overwritten(open(path, "rb", buffering=0))

    monkeypatch.setattr(blocks, "opened", unbuffered)
    assert letor.read(path).X[2, 1] == 0.76
    monkeypatch.setattr(blocks, "opened", opened)
    for text, value in ((GOOD, 0.75), (OTHER, 0.76), (GOOD, 0.75)):
        path.write_text(text)
        assert letor.read(path).X[2, 1] == value


def replace(path, text):
    other = path.with_name("other")
    other.write_text(text)
    os.replace(other, path)


BYTES = {
    "empty": lambda data: b"",
    "one byte": lambda data: data[:1],
    "half": lambda data: data[: len(data) // 2],
    "without its end": lambda data: data[:-1],
    "longer": lambda data: data + b"\0",
    "junk": lambda data: b"nothing" * 30,
    "zeros": lambda data: bytes(len(data)),
    "first bit": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "last bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "middle bit": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]
    ),
}
FILES = [f"{name}.npy" for name in ("X", "grades", "query", "line", "colons", "equals")] + [
    "docids.txt",
    "about.json",
]
ABOUT = (
    "[]", "5", "null", '"x"', "{}", '{"first": null}', '{"first": 7, "ended": 1}', "[" * 100_000, "{" * 3_000,
)  # fmt: skip


@pytest.fixture
def entry(cached):
    """The folder of a whole entry, and what it holds."""
    path, folder = cached
    letor.read(path)
    (found,) = folder.iterdir()
    whole = cache.load_entry(found)
    # Its mapped file is about to be damaged.
    return path, found, dataclasses.replace(whole, X=np.array(whole.X))


def check_rebuilt(entry):
    """A damaged entry is noticed, the file read, and the entry whole again."""
    path, place, before = entry
    assert cache.load_entry(place) is None
    assert letor.read(path).X[2, 1] == 0.75
    again = cache.load_entry(place)
    for name in ("X", "grades", "query", "line", "colons", "equals", "docids"):
        np.testing.assert_array_equal(getattr(again, name), getattr(before, name))
    assert len(list(place.parent.iterdir())) == 1


@pytest.mark.parametrize("name", FILES)
@pytest.mark.slow
def test_a_damaged_file_of_an_entry(entry, name):
    for damage in BYTES.values():
        file = entry[1] / name
        file.write_bytes(damage(file.read_bytes()))
        check_rebuilt(entry)
    (entry[1] / name).unlink()
    check_rebuilt(entry)
    (entry[1] / name).unlink()
    (entry[1] / name).mkdir()
    check_rebuilt(entry)


@pytest.mark.parametrize("text", ABOUT)
def test_an_entry_with_a_strange_description(entry, text):
    about = entry[1] / "about.json"
    about.write_text(text)
    check_rebuilt(entry)
    about.write_text(f"{zlib.crc32(text.encode())}\n{text}")
    check_rebuilt(entry)


@pytest.mark.parametrize("name", ["X", "grades", "query", "line"])
def test_well_formed_arrays_that_are_not_this_file_s(entry, name):
    array = np.load(entry[1] / f"{name}.npy")
    for other in (array + 1, array[:-1], array.astype("f4"), array[None], array[::-1], array * 0):
        np.save(entry[1] / f"{name}.npy", other)
        check_rebuilt(entry)


def test_a_file_in_the_place_of_an_entry(entry):
    shutil.rmtree(entry[1])
    entry[1].write_text("in the way")
    check_rebuilt(entry)


def test_leftovers_of_a_killed_process_count_and_are_removed_once_old(cached, monkeypatch):
    path, folder = cached
    for name in ("new-old", "new-young"):
        (folder / name / "entry").mkdir(parents=True)
        (folder / name / "entry" / "X.npy").write_bytes(bytes(10_000))
    for each in ((old := folder / "new-old"), old / "entry", old / "entry" / "X.npy"):
        os.utime(each, (0, 0))
    letor.read(path)
    assert not old.exists() and (folder / "new-young").exists()
    (entry,) = folder.glob("letor-*")
    monkeypatch.setattr(cache, "MAX_BYTES", 10_000)
    path.write_text(OTHER)
    letor.read(path)
    assert not entry.exists() and (folder / "new-young").exists()


def test_an_item_without_a_docid_keeps_an_entry(cached):
    path, _ = cached
    path.write_text("1 qid:1 1:1\n")
    for _ in range(2):
        with pytest.raises(DataError, match="no stump|no critical pair"):
            letor.read(path)
