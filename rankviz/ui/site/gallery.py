"""The gallery's claims as plain pages: statement, verdict, figure, numbers."""

from collections.abc import Callable, Mapping
from html import escape
from itertools import groupby
from urllib.parse import urlencode, urljoin

from rankviz.boards import WATCH
from rankviz.claims import Claim, Proof, find
from rankviz.lessons.playlists.playlist import Moment
from rankviz.ui.pages.gallery import evidence, link
from rankviz.ui.pages.gallery.figure import where
from rankviz.ui.pages.playlists import of_lesson
from rankviz.ui.site.document import document
from rankviz.ui.site.drawing import drawing
from rankviz.ui.site.reference import anchor_of
from rankviz.ui.state.run_spec import to_state


def page(claim: Claim, proof: Proof, app: str, onward: Callable[[Moment], str] | None = None) -> bytes:
    """Return the page of a claim with its proof at the default options; `onward` says where its run is shown."""
    holds = f'<p class="quiet">{escape(where(proof.sweep))}</p>' if proof.sweep is not None else ""
    known = anchor_of(claim.reference)
    ways = [f'<a href="../reference.html#{known}">In the reference</a>'] if known else []
    if app:
        address = urljoin(app, f"{link.PAGE}?{urlencode(link.to_link(claim))}")
        ways.append(f'<a href="{escape(address)}">Move its sliders in the app</a>')
    if onward and (there := onward(_run(proof))):
        ways.append(f'<a href="{escape(there)}">Its run in the playground</a>')
    body = (
        f'<h1>{escape(claim.title)}</h1><p class="lead">{escape(claim.sentence)}</p><div class="claim">'
        f'<div>{drawing(proof.figure)}{holds}<p class="quiet">{escape(claim.look)}</p></div>'
        f"<div><p>{_verdict(proof)} {escape(proof.outcome)}</p>"
        f'<p class="quiet">{" · ".join([escape(claim.source), *ways])}</p>{evidence.table(proof.evidence)}</div></div>'
    )
    return document(f"{claim.title} · RankViz", body, app, "../")


def _run(proof: Proof) -> Moment:
    """Return the run of a claim at its round, as a moment."""
    setting = proof.setting
    return of_lesson.moment(WATCH.page, to_state(setting.spec, setting.t), "", "")


def contents(proofs: Mapping[str, Proof], app: str) -> bytes:
    """Return the page of all claims with their verdicts; `proofs` are by the claims' names."""
    parts = []
    for group, found in groupby(map(find, proofs), lambda claim: claim.group):
        cards = "".join(
            f'<article><h3><a href="{claim.name}.html">{escape(claim.title)}</a></h3><p>{escape(claim.sentence)}</p>'
            f'<p class="quiet">{_verdict(proofs[claim.name])} {escape(claim.source)}</p></article>'
            for claim in found
        )
        parts.append(f'<h2>{escape(group)}</h2><div class="cards">{cards}</div>')
    more = f'<a href="{escape(urljoin(app, link.PAGE))}">the app</a>' if app else "the app"
    lead = f'<p class="lead">Each claim is checked at its default options. Its sliders are in {more}.</p>'
    return document("Gallery · RankViz", f"<h1>Gallery</h1>{lead}{''.join(parts)}", app, "../")


def _verdict(proof: Proof) -> str:
    if proof.holds:
        return '<b class="holds">✓ holds</b>'
    return '<b class="fails">✗ fails here</b>' + (f" because {escape(proof.edge)}." if proof.edge else "")
