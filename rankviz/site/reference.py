"""The reference as one plain page; the browser sets its equations, which are MathML."""

from html import escape

from latex2mathml.converter import convert

from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, Entry, Symbol, find
from rankviz.lessons.registry import LESSONS
from rankviz.site.document import document
from rankviz.ui.pages.reference.known import check_links
from rankviz.ui.pages.reference.words import anchor, marked_up


def page(app: str, *, playground: bool = False) -> bytes:
    """Return the page: symbols, then every paper's equations by topic."""
    check_links()
    rows = "".join(map(_symbol, SYMBOLS))
    parts = [f"<h1>Reference</h1><h2>Notation</h2><dl>{rows}</dl>"]
    for part in PARTS:
        doi = f' <a href="https://doi.org/{part.doi}">doi:{part.doi}</a>' if part.doi else ""
        parts.append(
            f"<h2>{escape(part.title)}</h2><p>{escape(part.about)}</p><p><small>{escape(part.citation)}{doi}</small></p>"
        )
        for group in part.groups:
            cards = "".join(_card(entry) for entry in ENTRIES if entry.group == group)
            parts.append(
                f'<h3 id="{anchor(group)}">{escape(group)}</h3><div class="cards wide">{cards}</div>'
            )
    return document("Reference · RankViz", "".join(parts), app, "", playground=playground)


def anchor_of(name: str) -> str:
    """Return the anchor of the entry of that name; "" where there is none."""
    entry = find(name) if name else None
    return f"eq-{anchor(entry.key)}" if entry else ""


def _symbol(symbol: Symbol) -> str:
    found = [entry for key in symbol.equations if (entry := find(key))]
    links = ", ".join(f'<a href="#{anchor_of(entry.key)}">{marked_up(entry.source)}</a>' for entry in found)
    return f"<div><dt>{marked_up(symbol.symbol)}</dt><dd>{marked_up(symbol.meaning)} <small>{links}</small></dd></div>"


def _card(entry: Entry) -> str:
    formulas = "".join(f'<div class="formula">{convert(line, display="block")}</div>' for line in entry.latex)
    why = "".join(f"<p>{_with_math(line)}</p>" for line in entry.why)
    links = [
        f'<a href="gallery/{name}.html">Claim: {escape(CLAIMS[name].title)}</a>' for name in entry.claims
    ] + [
        f'<a href="lessons/{name}.html?moment={step}">Lesson: {escape(LESSONS[name].title)}, step {step}</a>'
        for name, step in entry.lessons
    ]
    ways = f'<p class="quiet">{" · ".join(links)}</p>' if links else ""
    title = f"{marked_up(entry.title)} <small>{marked_up(entry.source)}</small>"
    return (
        f'<article id="{anchor_of(entry.key)}"><h3>{title}</h3>'
        f"{formulas}<p>{marked_up(entry.says)}</p><details><summary>Why</summary>{why}</details>{ways}</article>"
    )


def _with_math(line: str) -> str:
    """Return a sentence with LaTeX between dollar signs as markup."""
    return "".join(convert(part) if k % 2 else marked_up(part) for k, part in enumerate(line.split("$")))
