"""The cache of compiled kernels: whose folder it is, who shares it, and that no damage or full disk stops a kernel."""

import importlib.util
import os
import pwd
import shutil
import tempfile
from pathlib import Path

import pytest
from helpers.interpreter import printed

from rankviz.engine.data.letor import cache
from rankviz.engine.kernels import code_cache, weights
from rankviz.engine.kernels import compiled as policy
from rankviz.ui.pages.experiments import store

KERNEL = "from rankviz.engine.kernels.jit import kernel\n\n@kernel\ndef twice(x):\n    return 2 * x\n"
CALL = """
from rankviz.engine.kernels import weights
again = weights.times(0.5, 0.5, -0.7)
print(weights.__file__, again, *(sum(each.values()) for each in weights.times.stats[1:]))
"""


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """Loads a tiny kernel as a new process would, with a cache folder of its own."""
    monkeypatch.setattr(policy, "CACHE_FOLDER", str(tmp_path / "kernels"))
    path = tmp_path / "tiny.py"
    path.write_text(KERNEL)

    def load(path=path):
        spec = importlib.util.spec_from_file_location("tiny", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.twice

    return load


def files(folder: Path, ending: str) -> list[Path]:
    return list((folder / "kernels").rglob(f"*.{ending}"))


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("left", [0, 1, 0.5, 0.99, "junk"])
@pytest.mark.slow
def test_a_damaged_entry_is_compiled_again(compiled, tmp_path, ending, left):
    first = compiled()
    assert first(2) == 4 and sum(first.stats.cache_misses.values()) == 1
    again = compiled()
    assert again(2) == 4 and sum(again.stats.cache_hits.values()) == 1
    (damaged,) = files(tmp_path, ending)
    whole = damaged.read_bytes()
    damaged.write_bytes(
        b"junk" * 50 if left == "junk" else whole[: left if left in (0, 1) else int(left * len(whole))]
    )
    assert compiled()(2) == 4
    rebuilt = compiled()
    assert rebuilt(2) == 4 and sum(rebuilt.stats.cache_hits.values()) == 1


def test_code_of_another_signature_under_its_name_is_compiled_again(compiled, tmp_path):
    """Two processes that save at once may choose the same file."""
    first = compiled()
    assert (first(2), first(0.25)) == (4, 0.5)
    one, other = files(tmp_path, "nbc")
    other.write_bytes(one.read_bytes())
    again = compiled()
    assert (again(2), again(0.25)) == (4, 0.5)


def test_a_copy_at_another_path_shares_the_cache_until_its_text_differs(compiled, tmp_path):
    assert compiled()(2) == 4
    copy = tmp_path / "elsewhere" / "tiny.py"
    copy.parent.mkdir()
    copy.write_text(KERNEL)
    there = compiled(copy)
    assert there(2) == 4 and sum(there.stats.cache_hits.values()) == 1
    copy.write_text(KERNEL.replace("2 * x", "33 * x"))  # another length, as Python goes by it
    assert compiled(copy)(2) == 66


@pytest.mark.slow
def test_a_copy_of_the_package_compiles_nothing(tmp_path):
    """Clones, installed copies and cloud hosts have other paths than the one that compiled."""
    assert weights.times(0.5, 0.5, -0.7) == 0.25
    source = Path(policy.__file__).parents[1]
    engine = tmp_path / "rankviz" / "engine"
    shutil.copytree(source / "kernels", engine / "kernels")
    for file in source.glob("*.py"):
        shutil.copy(file, engine)
    shutil.copy(source.parent / "__init__.py", engine.parent)
    found = printed(CALL, cwd=tmp_path).split()
    assert found == [str(engine / "kernels" / "weights.py"), "0.25", "1", "0"]


@pytest.mark.slow
def test_without_room_a_kernel_is_compiled_and_not_cached(tmp_path):
    (tmp_path / "tiny.py").write_text(KERNEL)
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16)); import tiny; print(tiny.twice(2))"
    there = {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": f"{tmp_path}:{Path.cwd()}"}
    assert printed(limited, **there) == "4"
    assert not list(tmp_path.rglob("*.nb?"))


def test_a_cache_folder_that_cannot_be_made_is_left_out(compiled, tmp_path):
    (tmp_path / "kernels").write_text("in the way")
    assert compiled()(2) == 4


def test_the_folder_is_made_for_its_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    folder = Path(code_cache.private_folder("k"))
    assert folder == tmp_path / "new" / "k" and folder.stat().st_mode & 0o777 == 0o700
    assert code_cache.private_folder("k") == str(folder)


@pytest.mark.parametrize("planted", ["open", "another's", "link"])
def test_a_folder_that_others_could_have_filled_is_not_used(tmp_path, monkeypatch, planted):
    """With no other place left there is no cache: the temporary folder's name for it can be foretold."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for place in ("user_cache", "home_cache"):
        monkeypatch.setattr(code_cache, place, lambda: None)
    folder = tmp_path / "k"
    if planted == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir(mode=0o700)
        folder.chmod(0o777 if planted == "open" else 0o700)
    if planted == "another's":
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert code_cache.private_folder("k") is None
    assert code_cache.private_folder("other") == (None if planted == "another's" else str(tmp_path / "other"))


def test_a_user_without_a_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", cache.VARIABLE, "RANKVIZ_RESULTS_DIR"):
        monkeypatch.delenv(name, raising=False)

    def unknown(uid):
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert policy._cache_folder().startswith(str(tmp_path))
    assert cache.find(Path(__file__)) is None
    assert store.results_root().parent == tmp_path
