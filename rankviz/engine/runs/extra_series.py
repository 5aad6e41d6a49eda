"""The series that only some algorithms have, by their name in the Trace: symbol and explanation."""

from typing import NamedTuple


class Series(NamedTuple):
    """Symbol and explanation of a series. `held` names its twin on held-out data, "" for none."""

    symbol: str
    text: str
    held: str = ""


SERIES: dict[str, Series] = {
    "risk": Series(
        "R", "the risk that the learner lowers: the mean cost of the pairs (Eₛ), or R(h) of QBRank"
    ),
    "regularised": Series("J", "the risk with the norm penalty: J(f) = Eₛ(f) + (λ/2) ‖f‖²"),
    "risk_bound": Series("Rₖ", "the quadratic upper bound at the step taken: the risk is at most this"),
    "risk_pairs": Series("w · preferences", "the part of the risk that comes from pairs"),
    "risk_lists": Series("w · lists", "the part of the risk that comes from whole lists, by ListNet's loss"),
    "risk_ties": Series(
        "wμ · ties", "the part of the risk that comes from items of one grade standing apart"
    ),
    "risk_ridge": Series("wρ · ridge", "the part of the risk that comes from scores away from 0"),
    "risk_labels": Series("(1−w) · labels", "the part of the risk that comes from labels"),
    "epsilon": Series("ε", "by how much the tree's squared error is above that of the tree found: QB (3)"),
    "epsilon_asked": Series(
        "ε asked", "what that may be at most: the tolerance, a share of what the tree explains"
    ),
    "objective": Series("J", "what RankSVM minimises: ½‖v‖² + C · mean squared hinge of the pairs"),
    "dcg5": Series("DCG@5", "what the first five places are worth, with gains 2^l − 1", "dcg5_holdout"),
    "dcg5_holdout": Series("DCG@5 held out", "DCG@5 on items that were set aside before training"),
    "norm": Series("‖f‖", "the norm of f in the kernel's space: how much the scores bend"),
    "norm_bound": Series("2κ|φ′(0)|/λ", "the line under which the norm stays while no step is too long"),
    "auc": Series(
        "AUC", "share of (positive, negative) pairs in the right order, a tie counting half", "auc_holdout"
    ),
    "auc_holdout": Series("AUC held out", "the AUC of items that were set aside before training"),
    "step": Series("γ", "the length of the step, γ t^{−θ}"),
    "distance": Series("‖f − f_λ‖", "the distance to the exact minimiser of J"),
    "exp_bound": Series("Π √(1 − r²)", "the bound on Ê1 by (18) and (19)"),
    "z": Series("Z", "what the round divides the pair weights by: Ê1 after it over Ê1 before it"),
    "z_bound": Series("right side of (18)", "RB-C's bound on Z at the α taken"),
    "edge": Series("r", "the edge (17): the weighted mean of h(x′) − h(x) over the pairs"),
    "tied": Series("r⁰", "weight of the pairs on which the round's ranker has the same value twice"),
    "phase": Series(
        "phase", "1: RankBoost's step (2); 2: step (6) or the exact one, once the smooth margin G̃ is above 0"
    ),
    "smooth_gain": Series("gain of G̃", "by how much the smooth margin rose in this round (SM (4))"),
    "smooth_gain_least": Series("least gain", "the least gain by Theorem 2: ½ α (r − G̃) / ‖λ‖₁"),
    "smooth_gain_sure": Series(
        "sure gain", "the least gain of G̃ in every round: ½ (r − G̃)² / ‖λ‖₁ (exact step: + r − G̃ below)"
    ),
    "push_loss": Series(
        "Rₚ", "the push's loss over its start: Σ Sₖᵖ, Sₖ = Σ e^{−s} over the pairs whose lower item is k"
    ),
    "pair_cost": Series(
        "C",
        "Σ w ln(1 + e^{−σ s}) over the pairs, with the weights w that they have now: what the λ's are the slopes of",
    ),
    "pairs_kept": Series("pairs that count", "share of the pairs with an item in the first k places"),
    "neg_log_likelihood": Series(
        "−ln L",
        "minus the log of the likelihood L of the battles: the lower, the better the scores explain them",
    ),
    "neg_log_likelihood_ties": Series(
        "−ln Lₜ",
        "the same where a tie is an outcome of its own beside win and loss, so it is not the likelihood L",
    ),
    "f_plus": Series("F₊", "AdaBoost's loss on the positive items: the sum of e^{−f}"),
    "f_minus": Series("F₋", "AdaBoost's loss on the other items: the sum of e^{f}"),
    "f_skew": Series("F-skew", "F₊ − F₋: how unequally the two classes share AdaBoost's loss"),
    "f_tilde": Series("F̃", "RankBoost's loss of the same scores, as a sum over pairs: F₊ · F₋"),
}
"""Every extra series of an algorithm must be listed here; its JSON field has the same name."""
