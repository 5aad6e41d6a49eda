"""What helps to learn: every entry has its why, worked numbers are the slow twins', and every link leads somewhere."""

import math
import re
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pytest
from twins import kernel_gd, margins, pairs, preference, push, qbrank, rankboost
from twins.equations import log_cosh, pair_matrix
from twins.experiments import ranks

from rankviz.insight import reference
from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, Entry, places
from rankviz.ui.pages.reference import cards, examples, known, seen_in, worked
from rankviz.ui.serving.address import PAGES
from rankviz.ui.state.link import from_link
from rankviz.ui.state.run_spec import of_state, to_state
from rankviz.ui.state.state import TABS

ROOT = Path(__file__).parents[3]
KEYS = [entry.key for entry in ENTRIES]
WITHOUT_A_NUMBER = {
    "stump", "two-sided", "region", "protocol", "letor-script", "independence", "held-out", "gd-kernels", "gd-table-1",
    "gd-corollary-2-2", "choice", "section-3-4", "1", "15", "qb-1",
    "slip-table-4",
}  # fmt: skip
"""Definitions and protocols, of which no small example has a number."""

NAMED = [entry.key for entry in ENTRIES if entry.number]
"""Those that name a number of a run."""

every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)


# ---------------------------------------------------------------- papers and links


def test_the_papers_are_introduced() -> None:
    assert [part.tag for part in PARTS if part.tag] == [
        "RB+",
        "SM",
        "Push",
        "Burges",
        "QB",
        "ListNet",
        "GD",
        "Davidson",
    ]
    for part in PARTS:
        assert not part.tag or 3 <= len(re.findall(r"\.(?:\s|$)", part.about)) <= 5, part.tag
        assert bool(part.citation) == bool(part.tag)
        assert part.pages


def test_whatever_it_leads_to_exists() -> None:
    """Theorems, claims, steps of lessons, pages and places: the first that does not is told with its line."""
    known.check_links.__wrapped__()


@every_entry
def test_its_moment_is_a_link_that_is_read_as_it_is_written(entry: Entry) -> None:
    number = worked.worked(entry.key)
    if number is None or not number.address:
        return
    page, _, query = number.address.partition("?")
    assert page in ("./", *PAGES)
    state, said = from_link({name: values[-1] for name, values in parse_qs(query).items()})
    assert not said
    spec = of_state(state, str(state["data"]))
    assert to_state(spec, int(state["t"])).but(tab=state["tab"], explain=state["explain"]) == state


@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.symbol)
def test_where_a_symbol_is_seen_is_a_link_that_shows_it(symbol: reference.Symbol) -> None:
    """In a run that is read without a complaint, with that tile alone, or that part of the drawer."""
    for place in symbol.seen:
        page, _, query = seen_in.address(symbol, place).partition("?")
        state, said = from_link({name: values[-1] for name, values in parse_qs(query).items()})
        wanted = seen_in.PLACES[place]
        assert page in ("./", *PAGES) and not said
        assert state[wanted.name] == wanted.value and not state["explain"]
        assert of_state(state, str(state["data"])).trace().runs[0].n_rounds >= 1


def test_every_place_is_a_tile_or_a_part_of_the_drawer() -> None:
    """By the title that the stage gives it, in the layout of its page."""
    assert set(seen_in.PLACES) >= {place for symbol in SYMBOLS for place in symbol.seen}
    front = ROOT / "rankviz/board/frontend/stage"
    layouts = "".join(path.read_text(encoding="utf-8") for path in (front / "layouts").glob("*.js"))
    for place in seen_in.PLACES.values():
        if place.name == "look":
            tile = place.value.removeprefix("tiles:").partition(",")[0]
            assert re.search(rf"\b{tile}: \{{\s*make", layouts), tile
        else:
            assert place.value in TABS


def test_what_is_checked_each_round_leads_to_the_theorems() -> None:
    address = cards._theorems("margins?data=x&tab=explain&explain=rb-d%3Aalpha")
    assert address == "margins?data=x&tab=theorems"


def test_the_links_of_symbols_find_their_equations_alone() -> None:
    for symbol in SYMBOLS:
        for key in symbol.equations:
            found = reference.find(key)
            assert found is not None and reference.search(found.link)[1] == (found,)


@every_entry
def test_the_source_of_its_code_and_tests_is_shown(entry: Entry) -> None:
    for code in entry.code:
        assert re.search(
            rf"(def|class) {code.split(':')[1].split('.')[-1]}\b", places.source(reference.where(code))
        )
    for check in entry.checks:
        text = places.source(reference.where_test(check.test))
        assert f"def {check.test.split('::')[1]}(" in text
        assert len(re.findall(r"^def ", text, re.MULTILINE)) == 1


def test_no_source_is_shown_where_there_is_none() -> None:
    assert places.source("tests/none.py") == places.source("tests/none.py:3") == ""


# ---------------------------------------------------------------- why


def test_every_entry_says_why_in_a_few_lines() -> None:
    for entry in ENTRIES:
        assert 1 <= len(entry.why) <= 4, entry.key
        for line in entry.why:
            assert line.count("$") % 2 == 0 and line[-1] in ".:", (entry.key, line)
            assert line.count("{") == line.count("}"), (entry.key, line)


# ---------------------------------------------------------------- worked numbers


def test_every_equation_has_a_number() -> None:
    assert {*NAMED, *worked.FUNCTIONS} == set(KEYS) - WITHOUT_A_NUMBER
    assert not set(NAMED) & set(worked.FUNCTIONS)
    assert {entry.number.run for entry in ENTRIES if entry.number} == set(examples.RUNS)


@cache
def twin(algorithm: str) -> rankboost.Run:
    """The slow twin on the first lesson's six players."""
    grades = np.array([6, 5, 4, 3, 2, 1])
    H = np.array([[int(x) for x in row] for row in ("111001", "110010", "101100", "110100")], dtype=float).T
    pairs = np.array([(i, j) for i in range(6) for j in range(6) if grades[i] > grades[j]])
    return rankboost.boost(algorithm, rankboost.Items(H, pairs, grades, np.zeros(6, dtype=int)), 8)


def of_round(algorithm: str, t: int, name: str) -> float:
    return float(twin(algorithm).rounds[t - 1][name])


def after(algorithm: str, t: int, name: str) -> float:
    value = float(twin(algorithm).metrics[t][name])
    return math.exp(value) if name.startswith("log_") else value


def pushed() -> push.Run:
    problem = examples.ExampleRound(examples.PUSH, "push", 3).trace.problem
    return push.boost(problem.X, problem.pairs, 3)


def circle() -> tuple[np.ndarray, margins.Twin]:
    at = worked.CIRCLE.trace
    H = at.pool.outputs(np.arange(len(at.pool))).astype(float)
    H = H if len(H) == at.problem.n_items else H.T
    return pair_matrix(H, at.problem.pairs), margins.smooth_margin_ranking(H, at.problem.pairs, 10)


@cache
def descended() -> tuple[kernel_gd.Run, list[tuple[int, int]]]:
    """Five steps on two classes, and the pairs."""
    problem = worked.KERNEL.trace.problem
    positive = np.asarray(problem.grades) > 0
    X = np.asarray(problem.X, dtype=float)
    choices = {"loss": "least-squares"} | KERNEL_CHOICES
    return kernel_gd.descend(X, positive, 5, **choices), kernel_gd.pairs_of(positive)


def kernel(t: int) -> tuple[np.ndarray, list[tuple[int, int]]]:
    run, pairs = descended()
    return np.asarray(run.f[t]), pairs


KERNEL_CHOICES = {
    name: value
    for name, value in worked.KERNEL.run.params.items()
    if name in ("kernel", "width", "degree", "regularisation", "decay")
}


def squares_gap(t: int) -> float:
    """‖f_t − f_λ‖² for least squares, whose minimiser solves λc + ∇E_S(Kc) = 0, a linear system."""
    run, pairs = descended()
    n = len(run.K)
    zero = kernel_gd.gradient("least-squares", np.zeros(n), pairs)
    slope = np.array([kernel_gd.gradient("least-squares", e, pairs) - zero for e in np.eye(n)]).T
    target = np.linalg.solve(KERNEL_CHOICES["regularisation"] * np.eye(n) + slope @ run.K, -zero)
    apart = run.c[t] - target
    return float(apart @ run.K @ apart)


def tail() -> float:
    """Lemma 3.6 at f_3: the mean's part, and McDiarmid's with the constants 4κB/m and 4κB/n."""
    run, pairs = descended()
    kappa = math.sqrt(float(run.K.diagonal().max()))
    steep = (
        kernel_gd.SLOPE_AT_ZERO["least-squares"]
        + kernel_gd.LIPSCHITZ["least-squares"] * 2 * kappa * run.norm[3]
    )
    m, n = len({i for i, _ in pairs}), len({j for _, j in pairs})
    moved = m * (4 * kappa * steep / m) ** 2 + n * (4 * kappa * steep / n) ** 2
    return 2 * kappa * steep * (m**-0.5 + n**-0.5) + math.sqrt(moved / 2 * math.log(20))


def misranked(t: int) -> float:
    """The share of pairs that are not in order after step t."""
    f, pairs = kernel(t)
    return sum(f[i] <= f[j] for i, j in pairs) / len(pairs)


def regularised(t: int) -> float:
    """J = E_S + λ/2 ‖f‖² after step t."""
    run, _ = descended()
    return run.risk[t] + KERNEL_CHOICES["regularisation"] / 2 * run.norm[t] ** 2


@cache
def trees() -> tuple[qbrank.Data, np.ndarray, qbrank.Run]:
    """QBRank on twenty patients, three rounds."""
    problem = worked.TREES.trace.problem
    data = qbrank.data_of(np.asarray(problem.grades), None, None, problem.n_items)
    X = np.asarray(problem.X, dtype=float)
    return data, X, qbrank.boost(data, X, 3)


def tied() -> tuple[qbrank.Data, qbrank.Run]:
    """The same with items of one grade as evidence, and so few leaves that their scores differ."""
    _, X, _ = trees()
    data = qbrank.data_of(np.asarray(worked.TREES.trace.problem.grades), None, None, len(X), ties=0.5)
    return data, qbrank.boost(data, X, 3, leaves=3)


def listed() -> float:
    """ListNet's part of the risk after three rounds on the same."""
    _, X, _ = trees()
    grades = np.asarray(worked.TREES.trace.problem.grades)
    data = qbrank.data_of(grades, None, None, len(X), pair_loss="listwise")
    return qbrank.risk_parts(data, qbrank.boost(data, X, 3).scores[3])[0]


def tolerated() -> float:
    """ε after three rounds on the same, with a tolerance of a fifth."""
    _, X, _ = trees()
    data = qbrank.data_of(np.asarray(worked.TREES.trace.problem.grades), None, None, len(X))
    return qbrank.boost(data, X, 3, tolerance=0.2).epsilon[2]


def line() -> tuple[np.ndarray, np.ndarray, float]:
    """(pairs, scores, what is minimised) of RankSVM on the same."""
    problem = worked.LINE.trace.problem
    pairs = np.asarray(problem.pairs)
    scores, least = qbrank.solved_ranksvm(np.asarray(problem.X, dtype=float), pairs, 1.0)
    return pairs, scores, least


def friedman() -> float:
    table = np.array([ranks(list(row), lower=False) for row in worked.THREE_ON_FOUR])
    n, a = table.shape
    over = (a - 1) * ((table.sum(axis=0) - n * (a + 1) / 2) ** 2).sum()
    return float(over / ((table**2).sum() - n * a * (a + 1) ** 2 / 4))


def battles() -> tuple[np.ndarray, np.ndarray]:
    W, T = np.zeros((2, 3, 3))
    W[0, 1], W[1, 0], T[0, 1] = 6, 2, 2
    W[0, 2], W[2, 0] = 4, 1
    W[1, 2], W[2, 1], T[1, 2] = 5, 3, 2
    return W, T + T.T


def beats() -> float:
    W, T = battles()
    pi = np.exp(preference.bradley_terry(W + T / 2))
    return float(pi[0] / (pi[0] + pi[1]))


TWIN = {
    "bradley-terry": beats,
    "davidson": lambda: preference.davidson(*battles())[1],
    "elo": lambda: preference.elo(2, [(0, 1, 1), (0, 1, 0)], 0.5, 4.0)[0],
    "net-wins": lambda: float(np.tanh(preference.rb_plus(battles()[0] + battles()[1] / 2, 3)[0])),
    "pair-score": lambda: twin("rb-plus").metrics[5]["pair_scores"][0],
    "3": lambda: after("rb-plus", 3, "r1"),
    "4": lambda: after("rb-plus", 3, "r2"),
    "5": lambda: after("rb-d", 3, "log_e1"),
    "22": lambda: after("rb-plus", 3, "log_e2"),
    "algorithm-1": lambda: 1 / 15,
    "8": lambda: of_round("rb-plus", 5, "eps_reversed"),
    "9": lambda: twin("rb-d").weights[1][0],
    "potential": lambda: twin("rb-d").weights[1][:5].sum(),
    "11": lambda: of_round("rb-d", 3, "z"),
    "12": lambda: math.prod(of_round("rb-d", t, "z") for t in (1, 2, 3)),
    "13": lambda: of_round("rb-d", 1, "delta"),
    "14": lambda: 0.5 * math.log(of_round("rb-d", 1, "eps_correct") / of_round("rb-d", 1, "eps_reversed")),
    "17": lambda: of_round("rb-c", 1, "eps_correct") - of_round("rb-c", 1, "eps_reversed"),
    "19": lambda: of_round("rb-c", 1, "alpha"),
    "38": lambda: of_round("rb-c", 1, "alpha"),
    "25": lambda: of_round("rb-plus", 5, "tie_factor"),
    "27": lambda: of_round("rb-plus", 5, "z"),
    "29": lambda: math.prod(of_round("rb-plus", t, "z") for t in range(1, 6)),
    "33": lambda: of_round("rb-plus", 5, "delta"),
    "34": lambda: of_round("rb-plus", 5, "alpha"),
    "algorithm-2": lambda: of_round("rb-plus", 6, "delta"),
    "section-4": lambda: of_round("rb-plus-optimal", 3, "delta"),
    "proposition-3": lambda: after("rb-plus", 1, "log_e2"),
    "figure-4": lambda: len(twin("rb-d").rounds),
    "theorem-1": lambda: after("rb-d", 3, "log_bound"),
    "rb-c-bound": lambda: after("rb-c", 3, "log_bound"),
    "theorem-2": lambda: after("rb-plus", 3, "log_bound"),
    "36": lambda: after("rb-plus", 3, "r2"),
    "best-step": lambda: of_round("rb-plus", 3, "z"),
    "z-slope": lambda: math.sqrt(1 - of_round("rb-plus", 5, "delta") ** 2),
    "descent": lambda: after("rb-plus", 3, "log_e2"),
    "proposition-2": lambda: after("rb-plus", 3, "r2"),
    "order": lambda: after("rb-plus", 3, "log_e1"),
    "section-5": lambda: after("rb-d", 3, "log_e2"),
    "section-3-2": lambda: math.exp(4 * log_cosh(0.25)),
    "tie": lambda: 1e-12 * sum(abs(of_round("rb-d", t, "alpha")) for t in range(1, 9)),
    "ndcg": lambda: after("rb-d", 3, "ndcg5"),
    # as the papers print them, or have them in fractions
    "proposition-1": lambda: pytest.approx(0.971795, abs=6e-7),
    "lemma-1": lambda: 4 / 5,
    "lemma-2": lambda: pytest.approx(4 / 5, abs=1e-4),
    "49": lambda: 4 / 25,
    "lemma-3": lambda: pytest.approx(0.888387, abs=6e-7),
    "observation-1": lambda: pytest.approx(0.887037, abs=6e-7),
    # other papers
    "sm-3": lambda: margins.smooth_margin(circle()[0], circle()[1].lam[8]),
    "sm-section-4-2": lambda: margins.value_of_game(circle()[0]),
    "push-step": lambda: pushed().alpha[2],
    "push-bound": lambda: pushed().loss[3] / pushed().loss[0],
    "qb-section-3": lambda: trees()[2].risk[3],
    "qb-ties": lambda: qbrank.beside_pairs(tied()[0], tied()[1].scores[3])[0],
    "listnet": listed,
    "qb-6": lambda: trees()[2].bound[2],
    "qb-algorithm-1": lambda: trees()[2].scores[3][0],
    "qb-algorithm-2": lambda: qbrank.training_set(trees()[0], trees()[2].scores[2], "average")[0][0],
    "qb-line-search": lambda: pytest.approx(trees()[2].search[2], rel=1e-5),  # found by a search
    "qb-theorem-1": lambda: trees()[2].risk[3],
    "qb-3": lambda: pytest.approx(tolerated(), rel=1e-6),  # its steps are found by a search
    "qb-section-4": lambda: pytest.approx(line()[2], rel=1e-6),  # minimised by another method
    "qb-precision": lambda: qbrank.precision_at(
        list(line()[1]), [tuple(p) for p in line()[0].tolist()], 100.0, "file"
    ),
    "qb-dcg": lambda: qbrank.dcg(trees()[2].scores[1], np.asarray(worked.TREES.trace.problem.grades), 5),
    "gd-1-2": lambda: misranked(3),
    "gd-1-3": lambda: regularised(3),
    "gd-lemma-3-1": lambda: KERNEL_CHOICES["regularisation"] / 2 * squares_gap(3),
    "gd-lemma-3-2": lambda: squares_gap(3),
    "gd-lemma-3-5": tail,
    "gd-lemma-3-7": lambda: math.prod(
        1 - step * KERNEL_CHOICES["regularisation"] for step in descended()[0].step[:3]
    ),
    "gd-theorem-2-1": lambda: next(
        T
        for T in range(1, 10**4)
        if math.exp(-T * 0.01 * 3.2**-0.25 / (1 + 0.01 * 3.2**-0.25)) <= 320**-0.375
    ),
    "gd-lemma-3-4": lambda: descended()[0].norm[3],
    "gd-target": lambda: squares_gap(3),
    "gd-1-5": lambda: kernel(1)[0][0],
    "gd-auc": lambda: 1 - kernel_gd.auc(*kernel(3)),
    "friedman": friedman,
    "holm": lambda: min(1, 3 * 0.01),
    "wilcoxon": lambda: pairs.by_all_signs([0.3, 0.1, -0.1, 0.0]),
    "critical-difference": lambda: pytest.approx(2.343 * math.sqrt(3 * 4 / (6 * 20)), abs=5e-4),
}


def test_every_equation_of_general_boosting_and_of_kernels_has_a_twin() -> None:
    ours = {key for key in (*NAMED, *worked.FUNCTIONS) if key.startswith(("qb-", "gd-"))}
    assert ours <= set(TWIN)


@pytest.mark.parametrize("key", TWIN)
def test_a_worked_number_is_the_twins(key: str) -> None:
    found = worked.worked(key)
    assert found is not None
    wanted = TWIN[key]()
    assert found.value == (
        pytest.approx(wanted, rel=1e-7, abs=1e-12) if isinstance(wanted, (int, float)) else wanted
    )


@pytest.mark.parametrize("key", [*NAMED, *worked.FUNCTIONS])
def test_a_worked_number_is_typeset_as_it_is(key: str) -> None:
    found = worked.worked(key)
    assert found is not None and math.isfinite(found.value)
    assert found.latex.count("{") == found.latex.count("}") and "$" not in found.latex
    assert "nan" not in found.latex and re.search(r"\d$|\}$", found.latex)
