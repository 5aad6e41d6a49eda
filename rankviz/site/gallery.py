"""The gallery's claims as plain pages: statement, verdict, figure, numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode, urljoin

from rankviz.board.offline.markup import Markup, render
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
    """The extra parts of a claim's page where sliders work: their markup, that of its scripts, and their policy."""

    controls: str
    scripts: str
    policy: str


Sliders = Callable[[Claim], Extra]
"""Makes the sliders of a claim."""


def page(
    claim: Claim,
    proof: Proof,
    app: str,
    onward: Callable[[Moment], str] | None = None,
    sliders: Sliders | None = None,
) -> bytes:
    """Return the page of a claim with its proof at the default options.

    `onward` links to the places that show its run; with `sliders` the page has the claim's, and what computes them.
    """
    shown = {name: Markup(part) for name, part in parts(claim, proof).items()}
    extra = sliders(claim) if sliders and claim.options else None
    body = render(
        "board/frontend/site/claim.html",
        claim=claim,
        shown=shown,
        controls=Markup(extra.controls if extra else ""),
        known=anchor_of(claim.reference),
        address=app and urljoin(app, f"{PAGE}?{urlencode(to_link(claim))}"),
        there=onward(_run(proof)) if onward else "",
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

    `playground` : the site has one, and the claims' pages their sliders.
    """
    body = render(
        "board/frontend/site/gallery.html",
        groups=groupby(map(find, proofs), lambda claim: claim.group),
        verdicts={name: Markup(verdict(proof)) for name, proof in proofs.items()},
        address=app and urljoin(app, PAGE),
        playground=playground,
    )
    return document("Gallery · RankViz", body, app, "../", playground=playground)
