"""A search over small tables of whole numbers for one that refutes what claims and lessons say of all data.

`always` marks what has to survive the search; `sometimes` what holds in some tables and fails in others, so that its
sentence must say "can", "here", or where it holds. Both return None where a table has nothing to do with the sentence.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from helpers.tables import Table, tables
from helpers.thorough import usually
from twins.rankboost import log_f2

from rankviz.engine.metrics.ndcg_counting import HERE, LIBRARIES, ndcg_as
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.trace import Run
from rankviz.insight.claims import CLAIMS

TRIED = usually(120, 600)
MANY = 400
"""Rounds for what is said of the end of a run."""

Attack = Callable[[Table], bool | None]
ALWAYS: dict[str, Attack] = {}
SOMETIMES: dict[str, Attack] = {}
ABOUT: dict[str, tuple[str, ...]] = {}
"""The claims that an attack is about, by its name."""


def anything(table: Table) -> bool:
    return True


def always(*claims: str, of: Callable[[Table], bool] = anything) -> Callable[[Attack], Attack]:
    """List an attack on what is said of all data, or of all for which `of` is true."""
    return lambda attack: _listed(ALWAYS, attack, claims, of)


def sometimes(*claims: str, of: Callable[[Table], bool] = anything) -> Callable[[Attack], Attack]:
    return lambda attack: _listed(SOMETIMES, attack, claims, of)


def _listed(
    attacks: dict[str, Attack], attack: Attack, claims: tuple[str, ...], of: Callable[[Table], bool]
) -> Attack:
    attacks[attack.__name__] = lambda table: attack(table) if of(table) else None
    ABOUT[attack.__name__] = claims
    return attack


@cache
def tried() -> tuple[Table, ...]:
    return tuple(tables(0, TRIED))


def answers(attack: Attack) -> dict[bool, list[Table]]:
    found: dict[bool, list[Table]] = {True: [], False: []}
    for table in tried():
        answer = attack(table)
        if answer is not None:
            found[bool(answer)].append(table)
    return found


# ---------------------------------------------------------------- of a run


def loss(run: Run, name: str) -> np.ndarray:
    return np.exp(run.metrics[f"log_{name}"])


def never_rises(values: np.ndarray) -> bool:
    return bool((np.diff(values) <= 1e-9 * np.maximum(1.0, np.abs(values[:-1]))).all())


def defined(run: Run) -> bool:
    """Whether the run did rounds and every α had a value."""
    return run.n_rounds > 0 and "undefined" not in str(run.stopped) and set(run.outcome) == {"finite"}


def apart(table: Table, scores: np.ndarray) -> np.ndarray:
    """(m,) s of every pair."""
    return scores[table.pairs[:, 0]] - scores[table.pairs[:, 1]]


def columns(table: Table, algorithm: str, rounds: int, **chosen: object) -> list[np.ndarray]:
    """What each round's ranker says of every pair."""
    trace = table.trace(algorithm, rounds, **chosen)
    return [apart(table, trace.pool.output(int(ranker)).astype(int)) for ranker in trace.runs[0].ranker]


def errors(table: Table) -> np.ndarray:
    """(N,) R̂2 of every stump alone."""
    return (table.M < 0).mean(axis=0) + 0.5 * (table.M == 0).mean(axis=0)


def one_order(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two numbers of the same rankers order them alike, equal where equal."""
    one, other = np.subtract.outer(first, first), np.subtract.outer(second, second)
    return bool((np.sign(np.round(one, 9)) == np.sign(np.round(other, 9))).all())


# ---------------------------------------------------------------- an undefined weight


@always("observation-2")
def a_ranker_that_is_never_wrong_leaves_e1_above_its_infimum(table: Table) -> bool | None:
    if not ((table.M >= 0).all(axis=0) & (table.M > 0).any(axis=0)).any():
        return None
    trace = table.trace("rb-d", undefined="cap", cap=3.0)
    return bool(np.exp(-apart(table, trace.scores(trace.runs[0]))).mean() > table.least_f1)


@always("repair")
def the_limit_has_the_product_and_the_bound(table: Table) -> bool | None:
    run = table.run("rb-d", undefined="limit")
    if set(run.outcome) <= {"finite"}:
        return None
    decided, finite, scale, edges = np.zeros(len(table.pairs)), np.zeros(len(table.pairs)), 0.0, 0.0
    for t, column in enumerate(columns(table, "rb-d", 60, undefined="limit")):
        if run.outcome[t] == "finite":
            finite, scale = finite + run.alpha[t] * column, scale + abs(run.alpha[t])
        else:
            decided = np.where(decided == 0, run.sign[t] * column, decided)
        edges += 0.5 * run.delta[t] ** 2
        order = np.where(decided == 0, np.where(np.abs(finite) <= TIE * scale, 0.0, finite), decided)
        wrong = (order <= 0).mean()
        e1 = np.where(decided == 0, np.exp(-finite), np.where(decided > 0, 0.0, np.inf)).mean()
        if not (
            wrong <= e1 + 1e-9 and abs(e1 - run.z[: t + 1].prod()) < 1e-7 and e1 <= math.exp(-edges) + 1e-9
        ):
            return False
    return True


# ---------------------------------------------------------------- single rankers


@always("proposition-3")
def e2_of_single_rankers_keeps_the_order_of_r2(table: Table) -> bool:
    return one_order(errors(table), np.array([log_f2(table.M, {j: 1.0}) for j in range(table.M.shape[1])]))


@sometimes("proposition-3")
def e1_of_single_rankers_keeps_the_order_of_r1(table: Table) -> bool:
    return one_order((table.M <= 0).mean(axis=0), np.exp(-table.M).mean(axis=0))


@always("corollary-1")
def e2_keeps_the_order_of_r2_at_rankboost_pluss_own_weight(table: Table) -> bool:
    wrong = errors(table)
    better = [j for j, r2 in enumerate(wrong) if 0 < r2 < 0.5]
    own = {j: 0.5 * math.log((1 - wrong[j]) / wrong[j]) for j in better}
    return one_order(wrong[better], np.array([log_f2(table.M, {j: own[j]}) for j in better]))


def ordered_at_the_cost(table: Table, cost: float) -> bool:
    return one_order(errors(table), np.array([[2.0, cost, 0.5][s + 1] for s in (-1, 0, 1)])[
        (table.M + 1).astype(int)].mean(axis=0))  # fmt: skip


@always("cost-of-a-tie")
def a_tie_at_cosh_keeps_the_order(table: Table) -> bool:
    return ordered_at_the_cost(table, 1.25)


@sometimes("cost-of-a-tie")
def a_tie_a_little_cheaper_keeps_the_order(table: Table) -> bool:
    return ordered_at_the_cost(table, 1.24)


@sometimes("cost-of-a-tie")
def a_tie_a_little_dearer_keeps_the_order(table: Table) -> bool:
    return ordered_at_the_cost(table, 1.26)


@always("slope-or-step")
def z_of_every_candidate_of_rankboost_plus_follows_from_its_slope(table: Table) -> bool | None:
    trace = table.trace("rb-plus", 10)
    run, found = trace.runs[0], []
    for t in range(run.n_rounds):
        D = trace.weights(run, t)
        has = {trace.pool.output(int(j)).tobytes(): a for j, a in run.weights_at(t).items()}
        for h in trace.pool.outputs(np.arange(len(trace.pool))):
            column, before = apart(table, h.astype(int)), has.get(h.tobytes(), 0.0)
            right, tied, wrong = (D[column == sign].sum() for sign in (1, 0, -1))
            up = right + tied * math.exp(-before) / (2 * math.cosh(before))
            down = wrong + tied * math.exp(before) / (2 * math.cosh(before))
            if min(up, down) > 1e-9:
                alpha, delta = 0.5 * math.log(up / down), wrong - right + tied * math.tanh(before)
                z = right * math.exp(-alpha) + wrong * math.exp(alpha)
                z += tied * math.cosh(alpha + before) / math.cosh(before)
                found.append(abs(z - math.sqrt(1 - delta**2)) < 1e-9)
    return all(found) if found else None


@always("slope-or-step")
def z_of_every_candidate_of_rb_d_is_below_that_curve_and_on_it_without_ties(table: Table) -> bool:
    trace = table.trace("rb-d", 10)
    for t in range(trace.runs[0].n_rounds + 1):
        D = trace.weights(trace.runs[0], t)
        right, tied, wrong = (D @ (sign == table.M) for sign in (1, 0, -1))
        room = np.sqrt(np.maximum(1 - (right - wrong) ** 2, 0)) - tied - 2 * np.sqrt(right * wrong)
        if (room < -1e-9).any() or (np.abs(room[tied < 1e-12]) > 1e-6).any():
            return False
    return True


@sometimes("slope-or-step")
def no_candidate_leaves_a_smaller_z_than_rb_ds_pick(table: Table) -> bool | None:
    trace = table.trace("rb-d")
    run = trace.runs[0]
    if not run.n_rounds:
        return None
    for t in range(run.n_rounds):
        D = trace.weights(run, t)
        right, tied, wrong = (D @ (sign == table.M) for sign in (1, 0, -1))
        if (tied + 2 * np.sqrt(right * wrong)).min() < run.z[t] - 1e-9:
            return False
    return True


# ---------------------------------------------------------------- which loss falls


@always("driven-up", "margin-falls")
def rb_d_never_raises_e1(table: Table) -> bool:
    return never_rises(loss(table.run("rb-d"), "e1")) and never_rises(
        loss(table.run("rb-d", negative_alpha=False), "e1")
    )


@always("driven-up")
def rankboost_plus_never_raises_e2(table: Table) -> bool:
    return never_rises(loss(table.run("rb-plus"), "e2"))


@sometimes("driven-up")
def rb_d_ends_with_e2_above_1(table: Table) -> bool | None:
    run = table.run("rb-d")
    return loss(run, "e2")[-1] > 1 + 1e-9 if run.n_rounds else None


@always("down-then-up")
def rb_cs_first_round_lowers_e2(table: Table) -> bool | None:
    run = table.run("rb-c")
    return loss(run, "e2")[1] < 1 if run.n_rounds else None


@sometimes("down-then-up")
def rb_cs_e2_rises_later(table: Table) -> bool | None:
    values = loss(table.run("rb-c"), "e2")
    return values[-1] > values.min() + 1e-9 if len(values) > 2 else None


@always("first-round")
def rb_c_and_rankboost_plus_begin_alike(table: Table) -> bool:
    one, other = table.run("rb-c", 1), table.run("rb-plus", 1)
    return one.ranker.tolist() == other.ranker.tolist() and np.allclose(one.alpha, other.alpha, rtol=1e-12)


@always("rb-c-keeps")
def rb_c_keeps_theorem_1(table: Table) -> bool:
    run = table.run("rb-c")
    e1, r = loss(run, "e1"), run.eps_correct - run.eps_reversed
    root = np.cumprod(np.sqrt(np.maximum(1 - r**2, 0)))
    bound = np.exp(-0.5 * np.cumsum(r**2))
    kept = (e1[1:] <= root + 1e-9).all() and (run.metrics["r1"][1:] <= bound + 1e-9).all()
    return never_rises(e1) and bool(kept)


@always("rb-c-keeps")
def rb_c_reaches_the_least_e1_that_finite_weights_reach(table: Table) -> bool | None:
    if table.ordered.any():
        return None
    return loss(table.run("rb-c", MANY), "e1")[-1] < table.least_f1 * (1 + 1e-4)


@always("lemma-3")
def rb_d_reaches_the_least_e1(table: Table) -> bool | None:
    run = table.run("rb-d", MANY)
    return (
        loss(run, "e1")[-1] < table.least_f1 * (1 + 1e-4)
        if defined(run) and not table.ordered.any()
        else None
    )


@sometimes("lemma-3")
def rb_d_misses_it_without_negative_weights(table: Table) -> bool | None:
    run = table.run("rb-d", MANY, negative_alpha=False)
    return loss(run, "e1")[-1] > table.least_f1 + 1e-6 if defined(run) and not table.ordered.any() else None


@always("copies")
def more_copies_of_the_rankers_make_f2_smaller_and_never_below_f1(table: Table) -> bool:
    M = table.M[:, :3]
    for eta in itertools.product((-0.7, 0.3, 1.5), repeat=M.shape[1]):
        shared = [np.repeat(np.array(eta) / k, k) for k in (1, 2, 4)]
        f2 = [log_f2(np.repeat(M, k, axis=1), dict(enumerate(shared[i]))) for i, k in enumerate((1, 2, 4))]
        if not f2[0] + 1e-12 >= f2[1] >= f2[2] - 1e-12 >= math.log(np.exp(-M @ eta).mean()) - 2e-12:
            return False
    return True


@sometimes("dependent-rankers")
def dependent_rankers_take_rankboost_plus_most_of_the_way_to_rb_c(table: Table) -> bool | None:
    ends = table.run("rb-plus", 60), table.run("rb-plus", 60, independent=False), table.run("rb-c")
    far, at, near = (loss(run, "e1")[-1] for run in ends)
    return near < at < (near + far) / 2 if abs(far - near) > 1e-3 else None


@sometimes("ties-vanish")
def no_pair_of_unlike_items_stays_tied(table: Table) -> bool | None:
    run = table.run("rb-plus")
    return None if (table.M == 0).all(axis=1).any() else run.metrics["r1"][-1] - run.metrics["r2"][-1] < 5e-4


@always("cycles")
def every_ensemble_errs_once_on_every_circle(table: Table) -> bool | None:
    left, circles = {(int(a), int(b)) for a, b in table.pairs}, 0
    while circle := _circle(left):
        left -= circle
        circles += 1
    runs = [table.run(name) for name in ("rb-d", "rb-c", "rb-plus")]
    return (
        all(run.metrics["r1"].min() >= circles / len(table.pairs) - 1e-12 for run in runs)
        if circles
        else None
    )


def _circle(pairs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs of a circle; none where there is no circle."""
    paths = [(pair,) for pair in pairs]
    while paths:
        path = paths.pop()
        if path[0][0] == path[-1][1]:
            return set(path)
        seen = {a for a, _ in path}
        paths += [
            (*path, pair) for pair in pairs if pair[0] == path[-1][1] and pair[1] not in seen - {path[0][0]}
        ]
    return set()


@always()
def a_reversed_pair_gets_heavier_and_an_ordered_one_lighter(table: Table) -> bool:
    trace = table.trace("rb-c")
    for t, column in enumerate(columns(table, "rb-c", 60)):
        ratio = trace.weights(trace.runs[0], t + 1) / trace.weights(trace.runs[0], t)
        right = np.sign(trace.runs[0].alpha[t]) * column
        if (ratio[right < 0] <= 1).any() or (ratio[right > 0] >= 1 + 1e-9).any():
            return False
    return True


@sometimes()
def an_edge_in_every_round_brings_the_bound_to_0(table: Table) -> bool | None:
    r = table.run("rb-c", MANY).eps_correct - table.run("rb-c", MANY).eps_reversed
    return math.exp(-0.5 * (r**2).sum()) < 1e-3 if len(r) == MANY else None


# ---------------------------------------------------------------- margins


@always("margin-falls", "margin-theorem-2")
def the_smooth_margin_never_falls(table: Table) -> bool | None:
    rises = np.diff(table.run("smooth-margin", 200).metrics["smooth_margin"][1:])
    return bool((rises >= -1e-12).all()) if len(rises) else None


@sometimes("margin-falls")
def rankboosts_margin_falls_in_some_round(table: Table) -> bool | None:
    run = table.run("rb-d", negative_alpha=False)
    return bool((np.diff(run.metrics["margin"][1:]) < -1e-9).any()) if run.n_rounds > 2 else None


def gains(table: Table) -> list[tuple[bool, bool]]:
    """For each round from G̃ > 0 on: whether 3d⁰/τ + 2r² ≤ 2, and whether G̃ gains what Theorem 2 asks for."""
    run, found = table.run("smooth-margin", 200), []
    g, norm, r = run.metrics["smooth_margin"], run.metrics["norm"], run.eps_correct - run.eps_reversed
    for t in range(1, run.n_rounds):
        if g[t] > 1e-9 and run.outcome[t] == "finite":
            enough = g[t + 1] - g[t] >= 0.5 * run.alpha[t] * (r[t] - g[t]) / norm[t + 1] - 1e-9
            found.append((3 * run.eps_tied[t] / run.z[t] + 2 * r[t] ** 2 <= 2, bool(enough)))
    return found


@always("moved-scores")
def scores_that_move_by_less_than_half_the_margin_keep_every_order(table: Table) -> bool | None:
    trace = table.trace("smooth-margin", 200)
    run = trace.runs[0]
    margin = float(run.metrics["margin"][-1])
    if run.n_rounds == 0 or margin <= 0:
        return None
    scores = trace.scores(run, run.n_rounds) / np.abs(run.alpha).sum()
    moves = np.random.default_rng(0).choice([-0.499, 0.0, 0.499], (50, len(scores))) * margin
    return all((apart(table, scores + move) > 0).all() for move in moves)


@always("margin-theorem-2")
def theorem_2_holds_under_its_condition(table: Table) -> bool | None:
    under = [enough for condition, enough in gains(table) if condition]
    return all(under) if under else None


@sometimes("margin-theorem-2")
def theorem_2_holds_without_a_condition(table: Table) -> bool | None:
    found = gains(table)
    return all(enough for _, enough in found) if found else None


@always("margin-reached")
def smooth_margin_ranking_reaches_rho(table: Table) -> bool | None:
    """Nearly: it comes closer by the logarithm of the pairs over ‖λ‖₁, and some tables have small steps."""
    if table.rho < 1e-9:
        return None
    margin = table.run("smooth-margin", 1500).metrics["margin"][-1]
    return 0.9 * table.rho <= margin + 1e-9 and margin <= table.rho + 1e-9


# ---------------------------------------------------------------- two classes


def classes(table: Table) -> bool:
    return table.kind == "classes"


def two_classes(table: Table) -> bool:
    """Whether the table has two classes that no single classifier tells apart."""
    perfect = ((table.M > 0).all(axis=0) | (table.M < 0).all(axis=0)).any()
    return classes(table) and not perfect


def separable(table: Table) -> bool:
    return two_classes(table) and bool(table.ordered.all())


def overlapping(table: Table) -> bool:
    return two_classes(table) and not table.ordered.all()


@always("adaboost-one-order", of=two_classes)
def adaboosts_step_follows_from_the_edge(table: Table) -> bool:
    trace = table.trace("adaboost", MANY)
    run = trace.runs[0]
    y, f, F = (
        np.where(table.grades > 0, 1, -1),
        np.zeros(len(table.X)),
        run.extra["f_plus"] + run.extra["f_minus"],
    )
    every = np.column_stack([2 * table.H - 1, np.ones(len(y))])
    for t in range(min(run.n_rounds, 20)):
        d = np.exp(-y * f) / np.exp(-y * f).sum()
        c = 2 * trace.pool.output(int(run.ranker[t])).astype(float) - 1
        edge = abs((d * y) @ c)
        if (
            edge < np.abs((d * y) @ every).max() - 1e-9
            or abs(F[t + 1] / F[t] - math.sqrt(1 - edge**2)) > 1e-9
        ):
            return False
        f = f + 0.5 * run.alpha[t] * c
    return True


@always("skew-to-zero", of=two_classes)
def the_constant_takes_f_skew_to_0(table: Table) -> bool:
    """Where no finite weights are best it goes there slowly."""
    skew = np.abs(table.run("adaboost", MANY).extra["f_skew"])
    return bool(skew[-1] < (0.05 if table.ordered.any() else 1e-6))


@sometimes("skew-to-zero", "separable-classes", of=classes)
def it_does_so_beside_a_perfect_classifier(table: Table) -> bool | None:
    return None if two_classes(table) else abs(table.run("adaboost", MANY).extra["f_skew"][-1]) < 1e-6


@always("adaboost-ranks", of=overlapping)
def adaboost_reaches_the_least_loss_over_pairs(table: Table) -> bool:
    ends = loss(table.run("adaboost", MANY), "e1")[-1]
    return ends < table.least_f1 * (1 + (0.05 if table.ordered.any() else 1e-6))


@always("adaboost-ranks", of=overlapping)
def adaboost_has_rb_cs_auc(table: Table) -> bool:
    ends = (table.run(name, MANY).metrics["r2"][-1] for name in ("adaboost", "rb-c"))
    return abs(next(ends) - next(ends)) < 1e-9


@sometimes("without-the-constant", of=overlapping)
def without_the_constant_it_ends_with_a_larger_loss(table: Table) -> bool | None:
    if table.ordered.any():
        return None
    return loss(table.run("adaboost", MANY, constant=False), "e1")[-1] > table.least_f1 * (1 + 1e-3)


@always("separable-classes", of=separable)
def on_separable_classes_all_pairs_come_in_order(table: Table) -> bool:
    run = table.run("adaboost", MANY)
    return run.metrics["r2"][-1] < 1e-12 and loss(run, "e1")[-1] < 0.01


@always("outer-product", of=classes)
def rb_ds_and_rb_cs_d_is_a_product(table: Table) -> bool:
    return all(_rank(table, name) == 1 for name in ("rb-d", "rb-c"))


@always("outer-product", of=classes)
def rankboost_pluss_first_d_is_a_product_unless_both_classes_have_both_answers(table: Table) -> bool | None:
    trace = table.trace("rb-plus")
    if not trace.runs[0].n_rounds:
        return None
    h = trace.pool.output(int(trace.runs[0].ranker[0]))
    both = all(len(set(h[side])) == 2 for side in (table.grades > 0, table.grades == 0))
    return (_rank(table, "rb-plus", 1) > 1) == both


@sometimes("outer-product", of=classes)
def rankboost_pluss_last_d_is_a_product(table: Table) -> bool | None:
    return _rank(table, "rb-plus") == 1 if table.run("rb-plus").n_rounds else None


def _rank(table: Table, algorithm: str, t: int | None = None) -> int:
    trace = table.trace(algorithm)
    D = trace.weights(trace.runs[0], trace.runs[0].n_rounds if t is None else t)
    return int(np.linalg.matrix_rank(D.reshape((table.grades > 0).sum(), -1), tol=1e-9))


@always("outer-product")
def rankboost_pluss_d_is_item_weights_times_a_kernel(table: Table) -> bool | None:
    trace = table.trace("rb-plus")
    run = trace.runs[0]
    if not defined(run) or run.combined.any():
        return None
    log_d = -apart(table, trace.scores(run))
    for ranker, eta in run.weights_at(run.n_rounds).items():
        log_d -= math.log(math.cosh(eta)) * (apart(table, trace.pool.output(int(ranker)).astype(int)) != 0)
    return bool(np.abs(np.exp(log_d) / np.exp(log_d).sum() - trace.weights(run, run.n_rounds)).max() < 1e-9)


# ---------------------------------------------------------------- the top of the list


def graded(table: Table) -> bool:
    return table.grades is not None


@always("push-top")
def with_p_1_the_push_is_rb_d(table: Table) -> bool:
    one, other = table.run("push", p=1.0), table.run("rb-d")
    return one.ranker.tolist() == other.ranker.tolist() and np.allclose(one.alpha, other.alpha, rtol=1e-9)


@always("push-grades", of=graded)
def before_round_1_s_is_largest_in_the_lowest_grade(table: Table) -> bool:
    trace = table.trace("push", p=4.0)
    heights = np.bincount(table.pairs[:, 1], trace.weights(trace.runs[0], 0), len(table.X))
    return heights.argmax() in np.flatnonzero(table.grades == table.grades.min())


@always("pair-weights")
def rb_d_weighs_a_pair_more_the_worse_it_stands(table: Table) -> bool | None:
    trace = table.trace("rb-d")
    run = trace.runs[0]
    worst_first = np.argsort(apart(table, trace.scores(run)))
    return never_rises(trace.weights(run, run.n_rounds)[worst_first]) if run.n_rounds else None


@always("pair-weights", of=graded)
def ranknet_weighs_no_pair_more_than_twice_a_tied_one(table: Table) -> bool:
    trace = table.trace("ranknet", 20)
    s, weight = (
        apart(table, trace.scores(trace.runs[0])),
        trace.weights(trace.runs[0], trace.runs[0].n_rounds),
    )
    return bool(np.ptp(weight * (1 + np.exp(s))) < 1e-9 * weight.max())


@always("pair-weights", of=graded)
def truncated_lambdamart_gives_pairs_below_no_weight(table: Table) -> bool:
    trace = table.trace("lambdamart", 5, truncation=1)
    t = min(4, trace.runs[0].n_rounds)
    scores, weight = trace.scores(trace.runs[0], t), trace.weights(trace.runs[0], t)
    first = np.lexsort((np.arange(len(scores)), -scores))[0]
    return bool((weight[(table.pairs != first).all(axis=1)] == 0).all())


@always("ndcg-ties", of=graded)
def every_librarys_ndcg_is_at_most_the_one_with_ties_best_first(table: Table) -> bool:
    scores = table.X[:, 0] if not np.isnan(table.X).any() else table.H.sum(axis=1)
    for counting in (HERE, *LIBRARIES.values()):
        worst, best = (
            ndcg_as(table.problem, scores, 3, replace(counting, ties=ties)) for ties in ("worst", "best")
        )
        value = ndcg_as(table.problem, scores, 3, counting)
        if not (math.isnan(value) or worst - 1e-12 <= value <= best + 1e-12):
            return False
    return True


# ---------------------------------------------------------------- QBRank and the kernel


@always("quadratic-above", of=graded)
def the_quadratic_of_the_bound_is_never_below_the_risk(table: Table) -> bool:
    for w in (0.0, 0.5, 1.0):
        extra = table.run("qbrank", 10, w=w, weighting="bound", eta=1.0, leaves=3).extra
        if (extra["risk"][1:] > extra["risk_bound"][1:] + 1e-9).any():
            return False
    return True


@always("w-zero", of=graded)
def without_preferences_qbrank_is_gbt(table: Table) -> bool:
    one, other = table.trace("qbrank", 8, w=0.0, leaves=3), table.trace("gbt", 8, leaves=3)
    return np.allclose(one.scores(one.runs[0]), other.scores(other.runs[0]), atol=1e-9)


@always("decaying-steps")
def decaying_steps_come_near_the_least_risk(table: Table) -> bool | None:
    """Slowly: k steps add up to 4 k^¼ times the first. The least risk is that of a run with line searches."""
    if table.kind != "grades" or len(table.X) > 4:
        return None
    given = {"w": 0.5, "weighting": "bound", "leaves": 20, "eta": 1.0}
    least = table.run("qbrank", 60, **given).extra["risk"][-1]
    risk = table.run("qbrank", 200, step_rule="decaying", **given).extra["risk"]
    return bool(risk[-10:].min() - least < 0.05 * (risk[0] - least) + 1e-9)


@always("norm-line", of=classes)
def short_steps_keep_the_norm_under_its_line(table: Table) -> bool:
    runs = [
        table.run("kernel-gd", 15, loss=name, regularisation=0.3)
        for name in ("hinge", "least-squares", "logistic")
    ]
    return all((run.extra["norm"] <= run.extra["norm_bound"] + 1e-9).all() for run in runs)


@always("each-step-nearer", of=classes)
def a_short_step_leaves_at_most_its_share_of_the_distance(table: Table) -> bool:
    extra = table.run("kernel-gd", 15, loss="least-squares", regularisation=0.3).extra
    share = 1 - 0.3 * extra["step"][1:]
    return bool((extra["distance"][1:] <= share * extra["distance"][:-1] + 1e-9).all())


# ---------------------------------------------------------------- the search


@pytest.mark.parametrize("name", ALWAYS)
def test_what_is_said_of_all_data_survives_the_search(name: str) -> None:
    found = answers(ALWAYS[name])
    assert not found[False], found[False][0]
    assert len(found[True]) >= 4


@pytest.mark.parametrize("name", SOMETIMES)
def test_what_holds_in_some_tables_alone_is_not_said_of_all(name: str) -> None:
    """Where it holds in all tables tried, or in none, its sentence may say more."""
    found = answers(SOMETIMES[name])
    assert found[True] and found[False]


BY_LAWS = {"rb-d-bradley-terry", "rb-plus-net-wins", "gradients-concentrate", "interaction", "margin-missed"}
"""Claims that test_attacks_by_laws.py is about."""

NOT_OF_ALL_DATA = {
    "tied-share": "of one round by its shares; the sweep over both sliders is compared with another computation",
    "lemma-1": "there is an example, and it says which",
    "lemma-2": "there is an example, and it says which",
    "early-stop": "it says that RB-D can stop, on three real data sets",
    "proposition-1": "there is an example, and it says which",
    "two-reasons": "there is an example, and it says which",
    "best-order": "votes drawn from a model; the slider goes to so few that it fails",
    "whole-order": "there is an example, and it says which",
    "more-than-luck": "ten draws of forty tasks; the slider goes to so few that it fails",
    "overfits-less": "means of ten draws of three kinds of data",
    "small-steps": "means of ten draws of three kinds of data",
    "worse-trees": "means of ten draws of three kinds of data",
    "weights-above-zero": "means of forty draws of three kinds of data",
    "smooth-margin-held-out": "it says that Smooth Margin can err less, and where it does not",
    "adaboost-speed": "means of sixteen draws, and it says that single ones differ",
    "judges-differ": "pages drawn with judges who differ; the slider takes that away",
    "single-grades-help": "pages drawn with such queries; the slider takes them away",
    "lists-top-first": "queries drawn in twelve ways; the slider goes to rounds in which it fails",
    "linear-on-rings": "items drawn in rings, and clouds on which it fails",
    "balance": "samples drawn twelve times; the slider goes to equal classes",
}
"""Why a claim has no attack: what it says of the data that it is about."""


def test_every_claim_is_attacked_or_is_not_of_all_data() -> None:
    attacked = {claim for claims in ABOUT.values() for claim in claims} | BY_LAWS
    assert attacked | set(NOT_OF_ALL_DATA) == set(CLAIMS)
    assert not attacked & set(NOT_OF_ALL_DATA)
