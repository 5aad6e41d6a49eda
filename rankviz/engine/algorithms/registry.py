"""Every algorithm, in the order of the menus. Menus, command line, links and contract tests are generated from it."""

import difflib
from collections.abc import Iterable, Mapping, Sequence

from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.boosting.weak_rankers import WEAK
from rankviz.engine.algorithms.kernel_gd import learner
from rankviz.engine.algorithms.kernel_gd.parameters import PARAMETERS as KERNEL_PARAMETERS
from rankviz.engine.algorithms.lambdarank import lambdamart
from rankviz.engine.algorithms.margins import adaboost, smooth_margin
from rankviz.engine.algorithms.own import external_model
from rankviz.engine.algorithms.preference import bradley_terry, davidson, elo, net_wins
from rankviz.engine.algorithms.preference import learners as preference
from rankviz.engine.algorithms.qbrank import qbrank, ranksvm
from rankviz.engine.algorithms.rankboost import push
from rankviz.engine.algorithms.rankboost.active_set import RB_PLUS
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import ORIGINAL, PARAMETERS, RB_C, RB_D, fit_rb_c, fit_rb_d
from rankviz.engine.algorithms.rankboost.rb_plus import OF_S, fit_rb_plus
from rankviz.engine.algorithms.rankboost.rb_plus_optimal import fit_rb_plus_optimal
from rankviz.engine.algorithms.real_rankers import boost as real_rankers
from rankviz.engine.algorithms.score_learner import ScoredAlgorithm
from rankviz.engine.boards import KERNEL, MARGINS, QBRANK, SKEW
from rankviz.engine.choice import Choice, Value
from rankviz.engine.errors import DataError, shown
from rankviz.engine.marks import PALETTE

AnyAlgorithm = Algorithm | ScoredAlgorithm

ALGORITHMS: dict[str, AnyAlgorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm(
            name="rb-d",
            label="RB-D",
            help="RankBoost, discrete: leaves ties out of its weight α; in its loss Ê1 a tied pair costs a constant 1.",
            pair_weights=True,
            family="rankboost",
            parameters=ORIGINAL,
            loss="e1",
            bound_label="U1 = exp(−½ Σ (ε⁺−ε⁻)²)",
            equations=RB_D,
            learn=fit_rb_d,
            mark=PALETTE[0],
        ),
        Algorithm(
            name="rb-c",
            label="RB-C",
            help="RankBoost, continuous: the weight that minimises a bound, as if ties were half right, half wrong.",
            pair_weights=True,
            family="rankboost",
            parameters=ORIGINAL,
            loss="e1",
            bound_label="Π √(1 − r²)",
            equations=RB_C,
            learn=fit_rb_c,
            mark=PALETTE[1],
        ),
        Algorithm(
            name="rb-plus",
            label="RankBoost+",
            short="RB+",
            help="Lowers Ê2, in which a tie costs more, the larger the weight of the ranker that ties the pair.",
            pair_weights=True,
            family="rankboost",
            parameters=(*PARAMETERS, WEAK, *OF_S),
            loss="e2",
            bound_label="U2 = exp(−½ Σ δ²)",
            equations=RB_PLUS,
            learn=fit_rb_plus,
            mark=PALETTE[2],
        ),
        Algorithm(
            name="rb-plus-optimal",
            label="RankBoost+ optimal",
            short="RB+ opt",
            help="RankBoost+ that also uses rankers that are combinations of earlier ones, by a line search.",
            pair_weights=True,
            family="rankboost",
            parameters=(*PARAMETERS, WEAK),
            loss="e2",
            bound_label="U2 = exp(−½ Σ δ²), while rounds move single rankers",
            equations=RB_PLUS,
            learn=fit_rb_plus_optimal,
            combines=True,
            mark=PALETTE[9],
            round_cost=6e4,
        ),
        Algorithm(
            name="push",
            label="P-norm push",
            help="Penalises low items that rank too high: RB-D's loss, summed per lower item, to the power p.",
            family="rankboost",
            parameters=push.PARAMETERS,
            loss="push_loss",
            bound_label="exp(−½ Σ (ε⁺−ε⁻)²)",
            equations=push.PUSH,
            learn=push.fit_push,
            tilted=push.tilted,
            mark=PALETTE[11],
        ),
        Algorithm(
            name="smooth-margin",
            label="Smooth Margin",
            short="Smooth",
            help="RankBoost with α ≥ 0 until G̃, a smooth smallest margin, is above 0; then no step lowers it.",
            family="margins",
            parameters=(smooth_margin.STEP, smooth_margin.UNBOUNDED, WEAK),
            loss="e1",
            bound_label="U1, then exp(−‖λ‖₁ G) / m",
            equations=smooth_margin.FIRST_PHASE,
            learn=smooth_margin.fit_smooth_margin,
            search=smooth_margin.SmoothSearch,
            signed=False,
            mark=PALETTE[6],
            board=MARGINS,
        ),
        Algorithm(
            name="adaboost",
            label="AdaBoost",
            help="AdaBoost on two classes: it weighs items, not pairs, and its scores still rank the pairs.",
            family="margins",
            parameters=adaboost.PARAMETERS,
            loss="e1",
            bound_label="F² / 4n₊n₋",
            equations=RB_D,
            learn=adaboost.fit_adaboost,
            search=adaboost.AdaBoostSearch,
            two_classes=True,
            mark=PALETTE[7],
            board=SKEW,
        ),
        ScoredAlgorithm(
            name="qbrank",
            label="QBRank",
            help="Boosted regression trees that learn from preferences and labels together.",
            family="qbrank",
            parameters=qbrank.PARAMETERS,
            loss="risk",
            bound="risk_bound",
            bound_label="Rₖ(g), the quadratic above the risk",
            learn=qbrank.fit_qbrank,
            mark=PALETTE[3],
            board=QBRANK,
            round_cost=3e5,
        ),
        ScoredAlgorithm(
            name="gbt",
            label="GBT",
            help="Gradient boosted trees: regression trees fitted to the grades alone; QBRank without its preferences.",
            family="qbrank",
            parameters=qbrank.GBT_PARAMETERS,
            loss="risk",
            bound="risk_bound",
            bound_label="Rₖ(g), the quadratic above the risk",
            learn=qbrank.fit_gbt,
            mark=PALETTE[4],
            board=QBRANK,
            round_cost=2e5,
        ),
        ScoredAlgorithm(
            name="ranksvm",
            label="RankSVM",
            help="One linear score, found in one go from the feature differences within pairs; it has no rounds.",
            family="qbrank",
            parameters=ranksvm.PARAMETERS,
            loss="objective",
            bound="",
            bound_label="none",
            learn=ranksvm.fit_ranksvm,
            mark=PALETTE[5],
            board=QBRANK,
        ),
        ScoredAlgorithm(
            name="kernel-gd",
            label="Kernel GD",
            short="Kernel",
            help="Kernel gradient descent on the mean cost of all pairs, over the functions that a kernel spans.",
            family="kernel_gd",
            parameters=KERNEL_PARAMETERS,
            loss="regularised",
            bound="norm_bound",
            bound_label="2κ|φ'₋(0)|/λ, above the norm of f",
            learn=learner.fit_kernel_gd,
            two_classes=True,
            mark=PALETTE[8],
            board=KERNEL,
        ),
        ScoredAlgorithm(
            name="rb-c-real",
            label="RB-C real",
            help="RB-C over weak rankers with values from 0 to 1: scaled features and soft stumps.",
            family="real_rankers",
            parameters=real_rankers.PARAMETERS,
            loss="e1",
            bound="exp_bound",
            bound_label="Π √(1 − r²)",
            learn=real_rankers.fit_rb_c_real,
            mark=PALETTE[10],
        ),
        ScoredAlgorithm(
            name="ranknet",
            label="RankNet",
            help="Trees fitted to RankNet's gradients (λ), like XGBoost's rank:pairwise: a pair at the top counts like "
            "any other.",
            family="lambdarank",
            parameters=lambdamart.PARAMETERS,
            loss="pair_cost",
            bound="",
            bound_label="none",
            learn=lambdamart.fit_ranknet,
            mark=PALETTE[14],
            round_cost=2e5,
        ),
        ScoredAlgorithm(
            name="lambdamart",
            label="LambdaMART",
            help="Trees fitted to LambdaRank's gradients (λ): each pair weighs what a swap would change in NDCG.",
            family="lambdarank",
            parameters=lambdamart.PARAMETERS,
            loss="pair_cost",
            bound="",
            bound_label="none",
            learn=lambdamart.fit_lambdamart,
            mark=PALETTE[15],
            round_cost=2e5,
        ),
        ScoredAlgorithm(
            name="own",
            label="Own ranker",
            short="Own",
            help="Your model of LightGBM, XGBoost or CatBoost: each of its trees is a round. Only for model: data.",
            family="own",
            parameters=(),
            loss="pair_cost",
            bound="",
            bound_label="none",
            learn=external_model.fit_own,
            needs_model=True,
            mark=PALETTE[16],
            round_cost=2e5,
        ),
        ScoredAlgorithm(
            name="bradley-terry",
            label=bradley_terry.NAME,
            short="BT",
            help="The scores that make the wins likeliest; a tie counts as a set number of wins for each side.",
            pair_weights=True,
            of_items=True,
            family="preference",
            parameters=(),
            loss="neg_log_likelihood",
            bound="",
            bound_label="none",
            learn=preference.fit_bradley_terry,
            mark=PALETTE[17],
        ),
        ScoredAlgorithm(
            name="davidson",
            label=davidson.NAME,
            short="Dav.",
            help="Bradley–Terry with ties as an outcome of their own.",
            pair_weights=True,
            of_items=True,
            family="preference",
            parameters=(),
            loss="neg_log_likelihood_ties",
            bound="",
            bound_label="none",
            learn=preference.fit_davidson,
            mark=PALETTE[18],
        ),
        ScoredAlgorithm(
            name="elo",
            label=elo.NAME,
            help="After each battle both ratings move by K times the difference of its result from the expected one.",
            pair_weights=True,
            of_items=True,
            family="preference",
            parameters=(preference.K,),
            loss="neg_log_likelihood",
            bound="",
            bound_label="none",
            learn=preference.fit_elo,
            mark=PALETTE[19],
        ),
        ScoredAlgorithm(
            name="net-wins",
            label=net_wins.NAME,
            short="Net",
            help="The battles an item won minus those it lost.",
            pair_weights=True,
            of_items=True,
            family="preference",
            parameters=(),
            loss="",
            bound="",
            bound_label="none",
            learn=preference.fit_net_wins,
            mark=PALETTE[20],
        ),
    )
}


def named(text: str, among: Mapping[str, AnyAlgorithm] = ALGORITHMS) -> str:
    """Return the name of the algorithm with this label, whatever its case: rb-plus for RankBoost+; else the text."""
    if text in among:
        return text
    labels = {entry.label.casefold(): entry.name for entry in among.values()}
    return labels.get(text.strip().casefold(), text)


def find(name: str, among: Mapping[str, AnyAlgorithm] = ALGORITHMS) -> AnyAlgorithm:
    """Return the algorithm of that name or label. Raises DataError that lists the names when there is none."""
    name = named(name, among)
    if name not in among:
        near = difflib.get_close_matches(name, among, 1)
        guess = f'Did you mean "{near[0]}"? ' if near else ""
        raise DataError(
            f"There is no algorithm {shown(name)}", remedy=f"{guess}The names are {', '.join(among)}"
        )
    return among[name]


def parameters(names: Iterable[str] = ALGORITHMS) -> dict[str, Choice]:
    """The parameters of the named algorithms (by default of all) by name, in the registry's order."""
    used = {p.name for name in names if name in ALGORITHMS for p in ALGORITHMS[name].parameters}
    return {p.name: p for one in ALGORITHMS.values() for p in one.parameters if p.name in used}


def find_boosted(name: str) -> Algorithm:
    """Return the algorithm of that name, which must boost weak rankers of the pool. Raises DataError."""
    algorithm = find(name)
    if not isinstance(algorithm, Algorithm):
        raise DataError(f"{algorithm.label} does not boost weak rankers of a pool")
    return algorithm


def choose(
    names: Sequence[str], given: dict[str, Value], among: Mapping[str, AnyAlgorithm] = ALGORITHMS
) -> list[tuple[AnyAlgorithm, dict[str, Value]]]:
    """Return each named algorithm once, with its parameters: as given, or by default.

    Raises DataError for an unknown algorithm, a name that is a parameter of none of them, or a bad value.
    """
    chosen = [find(name, among) for name in dict.fromkeys(names)]
    known = dict.fromkeys(parameter.name for algorithm in chosen for parameter in algorithm.parameters)
    for name in given:
        if name not in known:
            raise DataError(
                f"None of the chosen algorithms has a parameter {shown(name)}",
                remedy=f"The parameters are {', '.join(known) or 'none'}",
            )
    return [(algorithm, settle(algorithm, given)) for algorithm in chosen]


def settle(algorithm: AnyAlgorithm, given: dict[str, Value]) -> dict[str, Value]:
    """Return the parameters of `algorithm`, as given or by default; names of other algorithms are ignored.

    Raises DataError for a value out of range or of another kind.
    """
    return {p.name: p.check(given.get(p.name, p.default)) for p in algorithm.parameters}
