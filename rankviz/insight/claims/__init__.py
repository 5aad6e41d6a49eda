"""The gallery: the claims of the papers, each with a run that shows it and a proof computed from that run."""

import difflib

from rankviz.engine.errors import DataError, shown
from rankviz.insight.claims import (
    adaboost_speed,
    battles,
    best_order,
    copies,
    cost_of_a_tie,
    cycles,
    decaying_steps,
    dependent,
    descent,
    early_stop,
    gradients,
    in_experiments,
    interaction,
    kernel,
    limit,
    lists,
    luck,
    margins,
    moved_scores,
    ndcg_ties,
    ordering,
    outer_product,
    pair_weights,
    pairs_and_labels,
    push,
    qbrank,
    rb_c,
    regularisation,
    separable,
    smooth_margin,
    step,
    tied_share,
    two_classes,
    two_reasons,
    undefined,
    weights_above_zero,
    whole_order,
)
from rankviz.insight.claims.claim import Claim, ClaimRun, Curve, Evidence, Figure, Proof, Side, Sweep, compare

__all__ = [
    "CLAIMS",
    "Claim",
    "Evidence",
    "Figure",
    "Curve",
    "Proof",
    "ClaimRun",
    "Side",
    "Sweep",
    "compare",
    "find",
]

CLAIMS: dict[str, Claim] = {
    claim.name: claim
    for family in (
        undefined,
        limit,
        early_stop,
        ordering,
        best_order,
        cost_of_a_tie,
        step,
        interaction,
        descent,
        rb_c,
        two_reasons,
        copies,
        dependent,
        cycles,
        in_experiments,
        luck,
        weights_above_zero,
        margins,
        tied_share,
        moved_scores,
        smooth_margin,
        two_classes,
        separable,
        adaboost_speed,
        outer_product,
        qbrank,
        whole_order,
        decaying_steps,
        regularisation,
        pairs_and_labels,
        lists,
        kernel,
        gradients,
        push,
        ndcg_ties,
        pair_weights,
        battles,
    )
    for claim in family.CLAIMS
}
"""Every claim by its name, in the order of the gallery; claims of a group are together."""


def find(name: str) -> Claim:
    """Return the claim of that name. Raises DataError that lists the names when there is none."""
    if name not in CLAIMS:
        near = difflib.get_close_matches(name.lower(), CLAIMS, 1)
        guess = f'Did you mean "{near[0]}"? ' if near else ""
        raise DataError(
            f"There is no claim {shown(name, 40)}", remedy=f"{guess}The claims are {', '.join(CLAIMS)}"
        )
    return CLAIMS[name]
