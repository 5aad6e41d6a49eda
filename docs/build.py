"""Build the documentation as a site: ``python docs/build.py [ADDRESS]``, with the extras app and docs.

Lays the guides out in build/docs as in a checkout, so links that work on GitHub work there, too. Adds pages made from
what exists (examples, notebook, API), lets Zensical build them, and checks every link of the result. ADDRESS is that of
a site which ``rankviz site --playground`` has written: the examples then lead to it.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import rankviz  # noqa: E402
from rankviz.board.figures.sparkline import sparkline  # noqa: E402
from rankviz.ui.details import reproduce  # noqa: E402
from rankviz.ui.pages.playlists import bundled  # noqa: E402
from rankviz.ui.presets.legend import legend  # noqa: E402
from rankviz.ui.presets.presets import SHELVES  # noqa: E402

STAGE, PAGES, SITE = (ROOT / "build/docs" / name for name in ("", "pages", "site"))
GATHERED = ("*.md", "CITATION.cff", "docs/*.md", "docs/*.css", "docs/notebooks/*")
PICTURES = ("assets/*.png", "assets/*.svg", "assets/*.webp")


def gather() -> None:
    """Copy the guides and what they show; a link to anything else of a checkout becomes its words."""
    for file in (file for pattern in GATHERED + PICTURES for file in ROOT.glob(pattern)):
        place = PAGES / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    for page in PAGES.rglob("*.md"):
        text, folder = page.read_text(encoding="utf-8"), ROOT / page.relative_to(PAGES).parent
        for link, words, target in re.findall(r"((?<!!)\[([^\]]+)\]\(([^)#:]+)\))", text):
            if (folder / target).exists() and not (page.parent / target).is_file():
                text = text.replace(link, words)
        page.write_text(text, encoding="utf-8")


def gallery(address: str) -> Iterator[str]:
    """Yield the page of the app's starts, each with its picture and the command that makes it; write the pictures."""
    yield "# Examples\n\nEach is a start of the app. Its command writes a page to step through."
    if address:
        yield f"Other data and settings are computed in [the playground]({address}playground.html)."
    else:
        yield "A site with all of them and [a playground](site.md#the-playground): `rankviz site OUT/ --playground`."
    for heading, presets in SHELVES.items():
        yield f"## {heading}"
        for preset in presets:
            name = bundled.name_of(preset.title)
            spec = reproduce.spec(preset.state)
            picture = sparkline(spec.trace(), preset.curves)
            (PAGES / f"docs/{name}.svg").write_text(picture, encoding="utf-8")
            title = f"[{preset.title}]({address}starts/{name}.html)" if address else preset.title
            yield f"### {title}\n\n{preset.text}\n\n![]({name}.svg){{.spark}}\n\n{legend(preset)}"
            yield f"```sh\n{spec.command(f'{name}.html')}\n```"


def notebook() -> Iterator[str]:
    """Yield the cells of the notebook."""
    found = json.loads((ROOT / "docs/notebooks/rankviz.ipynb").read_text(encoding="utf-8"))
    for cell in found["cells"]:
        text = "".join(cell["source"])
        yield text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
    yield "The same [for JupyterLab](notebooks/rankviz.ipynb) and [for marimo](notebooks/rankviz_marimo.py)."


def api() -> Iterator[str]:
    """Yield the page of all public names, for mkdocstrings to fill."""
    yield "# Python API\n\nThe examples have `import rankviz` before them."
    found = {f"rankviz.{name}": getattr(rankviz, name) for name in dir(rankviz)}
    modules = {name: each for name, each in found.items() if isinstance(each, ModuleType)}
    for name, module in {"rankviz": rankviz, **modules}.items():
        about, _, _ = (module.__doc__ or "").partition("\n\n")
        yield f"## {name}\n\n{about}"
        for each in getattr(module, "__all__", ()):
            yield f"::: {module.__name__}.{each}"


def dead_links() -> Iterator[str]:
    """Yield each link and each picture of the site that leads nowhere in it."""
    pages = {page: page.read_text(encoding="utf-8") for page in SITE.rglob("*.html")}
    ids = {page: set(re.findall(r'\bid="?([^"\s>]+)', text)) for page, text in pages.items()}
    for page, text in pages.items():
        if page.name == "404.html":  # it is served for any path, so its links begin at the top of a host
            continue
        for link in re.findall(r'\b(?:href|src)="?([^"\s>]+)', text):
            path, _, anchor = unquote(link).partition("#")
            there = (page.parent / path).resolve() if path else page
            if re.match(r"[a-z]+:", path):
                continue
            if not there.is_file() or (anchor and anchor not in ids.get(there, ())):
                yield f"{page.relative_to(SITE)}: {link}"


def main(address: str = "") -> None:
    """Build the site in build/docs/site; end with 1 and the reasons where something is wrong."""
    shutil.rmtree(STAGE, ignore_errors=True)
    gather()
    shutil.copy(ROOT / "rankviz/board/frontend/icons/icon.svg", PAGES)
    shutil.copy(ROOT / "docs/zensical.toml", STAGE)
    for name, parts in (("gallery", gallery(address)), ("notebook", notebook()), ("api", api())):
        (PAGES / f"docs/{name}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    build = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(build, cwd=STAGE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, dead = done.stdout.decode(), list(dead_links())
    print(said, *(f"This link leads nowhere: {link}" for link in dead), sep="\n")
    # Griffe reports a docstring that does not fit its function, and Zensical ignores that.
    if done.returncode or dead or "griffe: " in said:
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
