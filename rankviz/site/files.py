"""All files of the static site, by their paths in its folder."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin

from rankviz.board.figures.sparkline import sparkline
from rankviz.board.offline import page
from rankviz.board.offline.markup import Markup, render
from rankviz.board.offline.page import BESIDE
from rankviz.insight.claims import CLAIMS
from rankviz.lessons.playlists.playlist import Moment
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.start import MEASURES
from rankviz.site import gallery, reference
from rankviz.site.document import PLAYGROUND, document
from rankviz.ui.details import reproduce
from rankviz.ui.pages.playlists import bundled, offline
from rankviz.ui.pages.playlists.board import opened
from rankviz.ui.presets.legend import legend
from rankviz.ui.presets.presets import SHELVES, Preset
from rankviz.ui.runs import runs
from rankviz.ui.stage.banner import banner
from rankviz.ui.stage.stage_settings import looks

HOME = "../index.html"


def files(app: str, *, playground: bool = False, pyodide: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of every file; `app` is the address of RankViz, "" for none.

    With `playground` include those of a page that has the engine, and of a copy of `pyodide`.

    The files are the same for the same version. Raises DataError where a page would be too large.
    """
    onward = beside if playground and not app else None
    sliders: gallery.Sliders | None = None
    more: Iterator[tuple[str, bytes]] = iter(())
    if playground:
        from rankviz.site.playground.files import files as of_playground
        from rankviz.site.playground.in_browser import InBrowser
        from rankviz.site.playground.sliders import of_claims

        has = InBrowser.from_folder(pyodide)
        sliders, more = of_claims(has), of_playground(has)
    cards: dict[str, list[Markup]] = {heading: [] for heading in SHELVES}
    for heading, presets in SHELVES.items():
        for preset in presets:
            contents, picture = stage(preset, app, onward)
            yield start(preset), contents
            cards[heading].append(start_card(preset, picture))
    for name in LESSONS:
        lesson = bundled.lessons()[name].make()
        yield f"lessons/{name}.html", offline.page(lesson, app, HOME, onward=onward)
    proofs = {name: claim.run() for name, claim in CLAIMS.items()}
    for name, proof in proofs.items():
        yield f"gallery/{name}.html", gallery.page(CLAIMS[name], proof, app, onward, sliders)
    yield "gallery/index.html", gallery.contents(proofs, app, playground=playground)
    yield "reference.html", reference.page(app, playground=playground)
    yield from more
    yield "index.html", index(cards, app, playground)


def start(preset: Preset) -> str:
    """Return the path of a preset's page."""
    return f"starts/{bundled.name_of(preset.title)}.html"


def start_card(preset: Preset, picture: str) -> Markup:
    """Return the card that leads to a preset's page; `picture` is an SVG, or "" for none."""
    return _card(start(preset), preset.title, preset.text, picture and picture + legend(preset))


def beside(moment: Moment) -> str:
    """Return the link to a moment in the site's playground; "" where it does not show it."""
    from rankviz.site.playground.pages import is_here

    found = moment.in_playground()
    return f"{BESIDE}{PLAYGROUND}#{found}" if is_here(found) else ""


def stage(preset: Preset, app: str, onward: Callable[[Moment], str] | None = None) -> tuple[bytes, str]:
    """Return a preset's run as a page, and its small picture as SVG; `onward` links to other views of its moment."""
    moment = bundled.of_preset(preset)
    found = opened(moment)
    shown = runs.run(runs.request(found.state, found.board.pictures))
    look = looks(found.board, found.state, shown.trace, int(found.state["t"]), banner(found.state, shown))
    link = onward(moment) if onward else app and urljoin(app, moment.link)
    made = page.page(shown.trace, link=link, spec=reproduce.spec(found.state), looks=look, home=HOME)
    return made, sparkline(shown.trace, preset.curves)


def index(cards: dict[str, list[Markup]], app: str, playground: bool = False) -> bytes:
    """Return the first page: what RankViz is, and links to all pages."""
    lessons = [_card(f"lessons/{n}.html", each.title, each.about) for n, each in LESSONS.items()]
    claims = _card(
        "gallery/index.html",
        "Gallery",
        f"{len(CLAIMS)} claims of the papers, each with its verdict and the numbers that decide it.",
    )
    equations = _card(
        "reference.html",
        "Reference",
        "The symbols on the screen and the equations that RankViz computes, with why each holds.",
    )
    own = _card(
        PLAYGROUND,
        "Playground",
        "Other data, algorithms and settings, computed in this browser. Nothing is installed and nothing is sent.",
    )
    body = render(
        "board/frontend/site/index.html",
        cards=cards,
        measures=MEASURES,
        own=own if playground else "",
        lessons=lessons,
        more=[claims, equations],
    )
    return document("RankViz", body, app, "", playground=playground)


def _card(address: str, title: str, text: str, picture: str = "") -> Markup:
    """Return a card; `picture` is markup."""
    card = Markup('<article><h3><a href="{}">{}</a></h3>{}<p>{}</p></article>')
    return card.format(address, title, Markup(picture), text)
