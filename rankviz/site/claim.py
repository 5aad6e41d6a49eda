"""A claim with its proof as HTML, in the parts that a slider changes: on the site's pages, and by their engine."""

from html import escape

from rankviz.insight.claims import Claim, Proof
from rankviz.site.drawing import drawing
from rankviz.ui.pages.gallery import evidence
from rankviz.ui.pages.gallery.in_words import caption


def parts(claim: Claim, proof: Proof) -> dict[str, str]:
    """Return the markup of the parts: `figure` with where the claim holds, `verdict` with the result, `evidence`."""
    below = f"{caption(claim, proof)} {claim.look}".lstrip()
    return {
        "figure": f'{drawing(proof.figure)}<p class="quiet">{escape(below)}</p>',
        "verdict": f"{verdict(proof)} {escape(proof.outcome)}",
        "evidence": evidence.table(proof.evidence),
    }


def verdict(proof: Proof) -> str:
    """Return whether the claim holds and, where it need not, why it does not."""
    if proof.holds:
        return '<b class="holds">✓ holds</b>'
    return '<b class="fails">✗ fails here</b>' + (f" because {escape(proof.edge)}." if proof.edge else "")
