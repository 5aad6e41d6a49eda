"""The reference as one plain page; the browser typesets its equations, which are MathML."""

from latex2mathml.converter import convert

from rankviz.board.offline.markup import Markup, render
from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, find
from rankviz.lessons.registry import LESSONS
from rankviz.site.document import document
from rankviz.ui.pages.reference.known import check_links
from rankviz.ui.pages.reference.words import anchor, marked_up


def page(app: str, *, playground: bool = False) -> bytes:
    """Return the page: symbols, then every paper's equations by topic."""
    check_links()
    body = render(
        "board/frontend/site/reference.html",
        symbols=SYMBOLS, parts=PARTS, entries=ENTRIES, claims=CLAIMS, lessons=LESSONS,
        find=find, anchor=anchor, anchor_of=anchor_of, equation=_equation,
        marked_up=lambda text: Markup(marked_up(text)), with_math=_with_math,
    )  # fmt: skip
    return document("Reference · RankViz", body, app, "", playground=playground)


def anchor_of(name: str) -> str:
    """Return the anchor of the entry of that name; "" where there is none."""
    entry = find(name) if name else None
    return f"eq-{anchor(entry.key)}" if entry else ""


def _equation(latex: str) -> Markup:
    return Markup(convert(latex, display="block"))


def _with_math(line: str) -> Markup:
    """Return a sentence with LaTeX between dollar signs as markup."""
    parts = enumerate(line.split("$"))
    return Markup("".join(convert(part) if k % 2 else marked_up(part) for k, part in parts))
