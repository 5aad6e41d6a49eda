"""What the documents say is there is there: paths, links, variables with their defaults, fields, and the version."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import rankviz
from rankviz.cli import main as cli
from rankviz.engine.algorithms.registry import parameters
from rankviz.engine.runs import export
from rankviz.ui.pages.experiments import limits as experiment_limits
from rankviz.ui.serving import limits
from rankviz.ui.state.state import choices

ROOT = Path(__file__).parents[1]
DOCS = sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").glob("*.md"))
every_document = pytest.mark.parametrize("document", DOCS, ids=lambda document: document.stem)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def prose(document: Path) -> str:
    """A document without its code blocks."""
    return re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.S | re.M)


def anchors(document: Path) -> set[str]:
    """The addresses of a document's headings."""
    titles = re.findall(r"^#+ (.+)$", prose(document), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@every_document
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(document)):
        parts = urlsplit(target)
        if parts.scheme:
            continue
        file = (document.parent / parts.path).resolve() if parts.path else document
        assert file.exists(), f"{target} is not there"
        assert not parts.fragment or parts.fragment in anchors(file), f"{target} has no such heading"


@every_document
def test_a_list_begins_after_a_blank_line(document: Path) -> None:
    """GitHub does without, the site of docs/build.py does not."""
    assert re.findall(r"^(?![*|]|  ).+\n\* .+", prose(document), flags=re.M) == []


def test_the_site_lists_every_guide() -> None:
    listed = set(re.findall(r'"([\w/-]+\.md)"', text("docs/zensical.toml")))
    assert {document.relative_to(ROOT).as_posix() for document in DOCS} <= listed


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_that_is_named_exists(name: str) -> None:
    places = [ROOT, ROOT / "rankviz", ROOT / "rankviz/board/frontend"]
    words = [word.strip("`,;:()").rstrip(".") for word in re.split(r"[\s|]+", prose(ROOT / name))]
    paths = {word for word in words if re.fullmatch(r"[\w.]+(/[\w.]*)+", word)}
    paths = {
        path for path in paths if not path.startswith(".venv/")
    }  # which a test with other versions has not
    assert paths
    missing = [path for path in sorted(paths) if not any((place / path).exists() for place in places)]
    assert not missing


def variables() -> dict[str, str]:
    """The table of docs/data.md: variable → what holds unless it is set."""
    table = text("docs/data.md").split("## Environment variables")[1]
    return {
        name: unless.strip()
        for name, unless in re.findall(r"^\| `(RANKVIZ_\w+)` \|[^|]*\|([^|]*)\|$", table, flags=re.M)
    }


def test_every_variable_of_the_code_stands_in_the_table_and_no_other() -> None:
    files = [ROOT / "app.py", ROOT / "tests/run", ROOT / "check"]
    for folder in ("rankviz", "pages", "benchmarks"):
        files += [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".js")]
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    assert set(re.findall(r"\bRANKVIZ_[A-Z_]*[A-Z]\b", code)) == set(variables())


def test_the_table_has_the_defaults_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in variables():
        monkeypatch.delenv(name, raising=False)
    told = variables()
    for name, default, _, _ in experiment_limits.VARIABLES.values():
        assert told[name] == f"{default:g}"
    assert told[limits.PER_VISITOR] == str(limits.runs_per_visitor())
    assert told[limits.WAITING] == str(limits.runs_waiting())
    uploads = text("rankviz/ui/serving/limits.py")
    for name in ("RANKVIZ_VISITOR_UPLOADS_MB", "RANKVIZ_UPLOADS_MB"):
        assert f'megabytes("{name}", {told[name]})' in uploads
    assert f'DEFAULT_MB = "RANKVIZ_CACHE_MB", {told["RANKVIZ_CACHE_MB"]}' in text(
        "rankviz/ui/cache/byte_cache.py"
    )


def test_every_field_of_the_trace_is_explained() -> None:
    trace = export.to_dict(rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d"], rounds=2))
    run = trace["runs"][0]
    explained = text("docs/links-and-trace.md")
    for fields in (trace, run, run["rounds"][0], run["weights"][0]):
        assert [field for field in fields if f"`{field}`" not in explained] == []


def test_every_choice_of_a_link_is_explained() -> None:
    explained = text("docs/links-and-trace.md")
    own = [choice.link for name, choice in choices().items() if name not in parameters()]
    assert [link for link in own if f"| `{link}` |" not in explained] == []


def test_the_version_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    assert rankviz.__version__ == version
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"rankviz {version}\n"
    assert f"\n## [{version}]" in text("CHANGELOG.md")
    assert f"\nversion: {version}\n" in text("CITATION.cff")
