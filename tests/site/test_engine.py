"""The engine's archive: what a browser gets of it, and that it is the same each time."""

from rankviz.board.offline import modules
from rankviz.site.playground import engine


def test_the_archive_holds_no_module_that_a_browser_cannot_import() -> None:
    """Compilers, servers and drawing libraries stay outside, so the archive stays small."""
    outside = {"numba", "streamlit", "plotly", "starlette", "tornado"}
    for module, file in engine.modules().items():
        named = {
            line.split()[1].partition(".")[0]
            for line in file.read_text().splitlines()
            if line.startswith(("import ", "from "))
        }
        assert not named & outside, module
    assert len(engine.archive()) < (1_300_000 if modules.home() == modules.BUILT else 1_500_000)


def test_the_archive_is_the_same_each_time() -> None:
    first, name = engine.archive(), engine.name()
    engine.archive.cache_clear()
    assert (engine.archive(), engine.name()) == (first, name)
