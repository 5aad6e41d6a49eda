"""The numbers of a run after each round, by their name in the Trace: what they are called, and how they are drawn."""

from typing import NamedTuple


class Quantity(NamedTuple):
    """A number after a round.

    symbol, text : as the stage has them. card : what a card's legend calls it; "" for what no card draws.
    colour, dash : of its line in a figure. higher : whether more is better.
    """

    symbol: str
    text: str
    card: str = ""
    colour: str = ""
    dash: str = "solid"
    higher: bool = False


QUANTITIES = {
    "r1": Quantity("R̂1", "share of pairs not ordered correctly; a tie counts 1", "error R̂1", "#D55E00"),
    "r2": Quantity("R̂2", "share of pairs ordered wrongly; a tie counts ½", "error R̂2", "#CC79A7"),
    "ties": Quantity("ties", "share of pairs to which the ensemble gives equal scores: 2(R̂1 − R̂2)"),
    "e1": Quantity("Ê1", "exponential loss; a tie counts 1", "loss Ê1", "#E69F00"),
    "e2": Quantity("Ê2", "exponential loss of RankBoost+; a tie counts cosh η", "loss Ê2", "#2A8FD0"),
    "bound": Quantity(
        "bound", "a limit that the algorithm's loss never exceeds", "its bound", "#8A8A8A", "dash"
    ),
    "log10_e1": Quantity("Ê1", "its decimal logarithm"),
    "log10_e2": Quantity("Ê2", "its decimal logarithm"),
    "log10_bound": Quantity("bound", "its decimal logarithm"),
    "r1_holdout": Quantity("R̂1 held out", "R̂1 on pairs the algorithm never saw", "", "#D55E00", "dot"),
    "r2_holdout": Quantity(
        "R̂2 held out", "R̂2 on pairs the algorithm never saw", "test error R̂2", "#CC79A7", "dot"
    ),
    "ndcg5": Quantity("NDCG@5", "quality of the first five places, 1 is perfect", higher=True),
    "ndcg5_holdout": Quantity("NDCG@5 held out", "NDCG@5 on items the algorithm never saw", higher=True),
    "margin": Quantity(
        "margin",
        "smallest pair margin divided by ‖η‖₁; above 0 every pair is in order",
        "smallest margin",
        higher=True,
    ),
    "smooth_margin": Quantity("smooth margin", "−ln Σ e^{−s} / ‖η‖₁, never above the margin", higher=True),
}
"""Those of every run, as a pack has them; `rankviz.board.curves` says how each is read off a run."""


SERIES = {
    "risk": Quantity(
        "R", "the risk that the learner lowers: the mean cost of the pairs (Eₛ), or R(h) of QBRank", "risk"
    ),
    "regularised": Quantity("J", "the risk with the norm penalty: J(f) = Eₛ(f) + (λ/2) ‖f‖²"),
    "risk_bound": Quantity("Rₖ", "the quadratic upper bound at the step taken: the risk is at most this"),
    "risk_pairs": Quantity("w · preferences", "the part of the risk that comes from pairs"),
    "risk_lists": Quantity(
        "w · lists", "the part of the risk that comes from whole lists, by ListNet's loss"
    ),
    "risk_ties": Quantity(
        "wμ · ties", "the part of the risk that comes from items of one grade standing apart"
    ),
    "risk_ridge": Quantity("wρ · ridge", "the part of the risk that comes from scores away from 0"),
    "risk_labels": Quantity("(1−w) · labels", "the part of the risk that comes from labels"),
    "epsilon": Quantity("ε", "by how much the tree's squared error is above that of the tree found: QB (3)"),
    "epsilon_asked": Quantity(
        "ε asked", "what that may be at most: the tolerance, a share of what the tree explains"
    ),
    "objective": Quantity("J", "what RankSVM minimises: ½‖v‖² + C · mean squared hinge of the pairs"),
    "dcg5": Quantity("DCG@5", "what the first five places are worth, with gains 2^l − 1", higher=True),
    "dcg5_holdout": Quantity(
        "DCG@5 held out", "DCG@5 on items that were set aside before training", higher=True
    ),
    "norm": Quantity("‖f‖", "the norm of f in the kernel's space: how much the scores bend"),
    "norm_bound": Quantity("2κ|φ′(0)|/λ", "the line under which the norm stays while no step is too long"),
    "auc": Quantity(
        "AUC", "share of (positive, negative) pairs in the right order, a tie counting half", higher=True
    ),
    "auc_holdout": Quantity(
        "AUC held out", "the AUC of items that were set aside before training", higher=True
    ),
    "step": Quantity("γ", "the length of the step, γ t^{−θ}"),
    "distance": Quantity("‖f − f_λ‖", "the distance to the exact minimiser of J"),
    "exp_bound": Quantity("Π √(1 − r²)", "the bound on Ê1 by (18) and (19)"),
    "z": Quantity("Z", "what the round divides the pair weights by: Ê1 after it over Ê1 before it"),
    "z_bound": Quantity("right side of (18)", "RB-C's bound on Z at the α taken"),
    "edge": Quantity("r", "the edge (17): the weighted mean of h(x′) − h(x) over the pairs"),
    "tied": Quantity("r⁰", "weight of the pairs on which the round's ranker has the same value twice"),
    "phase": Quantity(
        "phase", "1: RankBoost's step (2); 2: step (6) or the exact one, once the smooth margin G̃ is above 0"
    ),
    "smooth_gain": Quantity("gain of G̃", "by how much the smooth margin rose in this round (SM (4))"),
    "smooth_gain_least": Quantity("least gain", "the least gain by Theorem 2: ½ α (r − G̃) / ‖λ‖₁"),
    "smooth_gain_sure": Quantity(
        "sure gain", "the least gain of G̃ in every round: ½ (r − G̃)² / ‖λ‖₁ (exact step: + r − G̃ below)"
    ),
    "push_loss": Quantity(
        "Rₚ", "the push's loss over its start: Σ Sₖᵖ, Sₖ = Σ e^{−s} over the pairs whose lower item is k"
    ),
    "pair_cost": Quantity(
        "C",
        "Σ w ln(1 + e^{−σ s}) over the pairs, with the weights w that they have now: what the λ's are the slopes of",
    ),
    "pairs_kept": Quantity("pairs that count", "share of the pairs with an item in the first k places"),
    "neg_log_likelihood": Quantity(
        "−ln L",
        "minus the log of the likelihood L of the battles: the lower, the better the scores explain them",
    ),
    "neg_log_likelihood_ties": Quantity(
        "−ln Lₜ",
        "the same with ties as a third outcome, so it is not the likelihood L",
    ),
    "f_plus": Quantity("F₊", "AdaBoost's loss on the positive items: the sum of e^{−f}"),
    "f_minus": Quantity("F₋", "AdaBoost's loss on the other items: the sum of e^{f}"),
    "f_skew": Quantity("F-skew", "F₊ − F₋: how unequally the two classes share AdaBoost's loss"),
    "f_tilde": Quantity("F̃", "RankBoost's loss of the same scores, as a sum over pairs: F₊ · F₋"),
}
"""Those that only some algorithms have, each an extra series; its JSON field has the same name."""
