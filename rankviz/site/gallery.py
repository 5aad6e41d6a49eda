"""The gallery's claims as plain pages: statement, verdict, figure, numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby
from urllib.parse import urlencode, urljoin

from rankviz.engine.boards import WATCH
from rankviz.insight.claims import Claim, Proof, find
from rankviz.lessons.playlists.playlist import Moment
from rankviz.site.claim import parts, verdict
from rankviz.site.document import document
from rankviz.site.reference import anchor_of
from rankviz.ui.pages.gallery.address import PAGE, to_link
from rankviz.ui.pages.playlists import of_lesson
from rankviz.ui.state.run_spec import to_state


@dataclass(frozen=True)
class Extra:
    """What a claim's page has where sliders work: their markup, that of its scripts, and the policy for these."""

    controls: str
    scripts: str
    policy: str


Sliders = Callable[[Claim], Extra]
"""What makes the sliders of a claim."""


def page(
    claim: Claim,
    proof: Proof,
    app: str,
    onward: Callable[[Moment], str] | None = None,
    sliders: Sliders | None = None,
) -> bytes:
    """Return the page of a claim with its proof at the default options.

    `onward` says where its run is shown; with `sliders` the page has the claim's, and what computes anew.
    """
    known = anchor_of(claim.reference)
    ways = [f'<a href="../reference.html#{known}">In the reference</a>'] if known else []
    if app:
        address = urljoin(app, f"{PAGE}?{urlencode(to_link(claim))}")
        ways.append(f'<a href="{escape(address)}">Move its sliders in the app</a>')
    if onward and (there := onward(_run(proof))):
        ways.append(f'<a id="shown-run" href="{escape(there)}">Its run in the playground</a>')
    shown = parts(claim, proof)
    extra = sliders(claim) if sliders and claim.options else None
    below = extra.controls if extra else ""
    body = (
        f'<h1>{escape(claim.title)}</h1><p class="lead">{escape(claim.sentence)}</p><div class="claim">'
        f'<div><div id="figure">{shown["figure"]}</div>{below}</div>'
        f'<div><p id="verdict">{shown["verdict"]}</p>'
        f'<p class="quiet">{" · ".join([escape(claim.source), *ways])}</p>'
        f'<div id="evidence">{shown["evidence"]}</div></div></div>'
    )
    title = f"{claim.title} · RankViz"
    playground = sliders is not None
    if extra is None:
        return document(title, body, app, "../", playground=playground)
    return document(
        title, body, app, "../", playground=playground, policy=extra.policy, scripts=extra.scripts
    )


def _run(proof: Proof) -> Moment:
    """Return the run of a claim at its round, as a moment."""
    setting = proof.setting
    return of_lesson.moment(WATCH.page, to_state(setting.spec, setting.t), "", "")


def contents(proofs: Mapping[str, Proof], app: str, *, playground: bool = False) -> bytes:
    """Return the page of all claims with their verdicts; `proofs` are by the claims' names.

    `playground` says whether the site has one, and the claims' pages their sliders.
    """
    parts = []
    for group, found in groupby(map(find, proofs), lambda claim: claim.group):
        cards = "".join(
            f'<article><h3><a href="{claim.name}.html">{escape(claim.title)}</a></h3><p>{escape(claim.sentence)}</p>'
            f'<p class="quiet">{verdict(proofs[claim.name])} {escape(claim.source)}</p></article>'
            for claim in found
        )
        parts.append(f'<h2>{escape(group)}</h2><div class="cards">{cards}</div>')
    more = f'<a href="{escape(urljoin(app, PAGE))}">the app</a>' if app else "the app"
    where = "Open it to move its sliders." if playground else f"Its sliders are in {more}."
    lead = f'<p class="lead">Each claim is checked at its default options. {where}</p>'
    body = f"<h1>Gallery</h1>{lead}{''.join(parts)}"
    return document("Gallery · RankViz", body, app, "../", playground=playground)
