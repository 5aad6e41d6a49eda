"""The slow twin of general boosting, QBRank, GBT and RankSVM, typed from the equations with loops over pairs.

It imports nothing from rankviz. Zheng et al., NIPS 2007: Algorithm 1, the objective of section 3, Algorithm 2.
Regression trees come from scikit-learn here too, grown on the features as they are; `is_greedy` judges a tree
without them.
"""

import itertools
import math
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils import check_random_state


@dataclass
class Data:
    """Preferences (x, y, τ) with x above y, and labels l by item; both with their factors w and 1 − w."""

    n: int
    preferences: list[tuple[int, int, float]]
    labels: dict[int, float]
    w: float
    logistic: bool = False
    tied: list[tuple[int, int]] = field(default_factory=list)
    mu: float = 0.0
    rho: float = 0.0
    lists: list[dict[int, float]] = field(default_factory=list)
    """ListNet's lists: each item's grade."""

    def in_pairs(self) -> list[int]:
        """The items that some preference names, or a list of two or more."""
        listed = {item for each in self.lists if len(each) > 1 for item in each}
        return sorted({item for x, y, _ in self.preferences for item in (x, y)} | listed)


def data_of(
    grades: np.ndarray | None,
    qid: np.ndarray | None,
    pairs: np.ndarray | None,
    n: int,
    *,
    w: float = 0.5,
    tau: float = 1.0,
    tau_by: str = "grade",
    labels: str = "all",
    pair_loss: str = "hinge",
    ties: float = 0.0,
    ridge: float = 0.0,
) -> Data:
    """Preferences, ties and labels of items with grades and queries, or with explicit pairs (k, 2)."""
    query = np.zeros(n, dtype=int) if qid is None else qid
    preferences = []
    if pairs is not None:
        preferences = [(int(x), int(y), tau) for x, y in sorted(map(tuple, pairs.tolist()))]
    elif grades is not None:
        for x, y in itertools.product(range(n), range(n)):
            if query[x] == query[y] and grades[x] > grades[y]:
                preferences.append((x, y, tau * (grades[x] - grades[y]) if tau_by == "grade" else tau))
    known: dict[int, float] = {}
    if grades is not None and labels != "none":
        paired = {query[item] for x, y, _ in preferences for item in (x, y)}
        for z in range(n):
            if labels == "all" or query[z] not in paired:
                known[z] = float(grades[z])
    tied = []
    if pairs is None and grades is not None:
        tied = [
            (x, y)
            for x, y in itertools.combinations(range(n), 2)
            if query[x] == query[y] and grades[x] == grades[y]
        ]
    lists: list[dict[int, float]] = []
    if pair_loss == "listwise" and grades is not None:
        preferences = []
        for q in sorted(set(query.tolist())):
            lists.append({x: float(grades[x]) for x in range(n) if query[x] == q})
    return Data(n, preferences, known, w, pair_loss == "logistic", tied, ties, ridge, lists)


# ---------------------------------------------------------------- the objective, pair by pair


def softmax(values: dict[int, float]) -> dict[int, float]:
    """e^v over the sum of all of them (ListNet's chance to be first); v less the largest, so that none overflows."""
    top = max(values.values())
    whole = math.fsum(math.exp(v - top) for v in values.values())
    return {x: math.exp(v - top) / whole for x, v in values.items()}


def cross_entropy(grades: dict[int, float], h: np.ndarray) -> float:
    """−Σ p ln s of a list, p and s the shares of its grades and scores."""
    p, top = softmax(grades), max(h[x] for x in grades)
    log_whole = math.log(math.fsum(math.exp(h[x] - top) for x in grades))
    return math.fsum(p[x] * (log_whole + top - h[x]) for x in grades)


def risk_parts(data: Data, h: np.ndarray) -> tuple[float, float]:
    """The two addends of R(h)."""
    pairs = labels = 0.0
    for x, y, tau in data.preferences:
        if data.logistic:
            pairs += data.w * math.log1p(math.exp(-(h[x] - h[y])))
        else:
            pairs += data.w / 2 * max(0.0, h[y] - h[x] + tau) ** 2
    for grades in data.lists:
        pairs += data.w * cross_entropy(grades, h)
    for z, label in data.labels.items():
        labels += (1 - data.w) / 2 * (label - h[z]) ** 2
    return pairs, labels


def beside_pairs(data: Data, h: np.ndarray) -> tuple[float, float]:
    """What tied items add to R(h), pair by pair, and the ridge, item by item."""
    ties = sum(data.w * data.mu / 2 * (h[x] - h[y]) ** 2 for x, y in data.tied)
    return ties, sum(data.w * data.rho / 2 * h[x] ** 2 for x in data.in_pairs())


def risk(data: Data, h: np.ndarray) -> float:
    return sum(risk_parts(data, h)) + sum(beside_pairs(data, h))


def gradient(data: Data, h: np.ndarray) -> np.ndarray:
    found = np.zeros(data.n)
    for x, y, tau in data.preferences:
        pull = 1 / (1 + math.exp(h[x] - h[y])) if data.logistic else max(0.0, h[y] - h[x] + tau)
        found[x] -= data.w * pull
        found[y] += data.w * pull
    for grades in data.lists:
        p, s = softmax(grades), softmax({x: float(h[x]) for x in grades})
        for x in grades:
            found[x] += data.w * (s[x] - p[x])
    for x, y in data.tied:
        found[x] += data.w * data.mu * (h[x] - h[y])
        found[y] += data.w * data.mu * (h[y] - h[x])
    for x in data.in_pairs():
        found[x] += data.w * data.rho * h[x]
    for z, label in data.labels.items():
        found[z] -= (1 - data.w) * (label - h[z])
    return found


def hessian(data: Data, h: np.ndarray) -> np.ndarray:
    """(n, n): blocks c [[1, −1], [−1, 1]] on pairs that cost something, diag(s) − ssᵀ on lists, 1 on labels."""
    found = np.zeros((data.n, data.n))
    for x, y, tau in data.preferences:
        if data.logistic:
            p = 1 / (1 + math.exp(h[x] - h[y]))
            c = data.w * p * (1 - p)
        else:
            c = data.w if h[y] - h[x] + tau > 0 else 0.0
        found[x, x] += c
        found[y, y] += c
        found[x, y] -= c
        found[y, x] -= c
    for grades in data.lists:
        s = softmax({x: float(h[x]) for x in grades})
        for x, y in itertools.product(grades, grades):
            found[x, y] += data.w * ((s[x] if x == y else 0.0) - s[x] * s[y])
    for x, y in data.tied:
        for a, b, sign in ((x, x, 1), (y, y, 1), (x, y, -1), (y, x, -1)):
            found[a, b] += sign * data.w * data.mu
    for x in data.in_pairs():
        found[x, x] += data.w * data.rho
    for z in data.labels:
        found[z, z] += 1 - data.w
    return found


def upper_bound(data: Data) -> np.ndarray:
    """diag(2c, 2c) on every pair, ½ in a list of two or more, 1 on labels; k in k ≥ 2 tied items, 1 for the ridge."""
    found = np.zeros(data.n)
    for x, y, _ in data.preferences:
        c = data.w * (0.25 if data.logistic else 1.0)
        found[x] += 2 * c
        found[y] += 2 * c
    for grades in data.lists:
        for x in grades:
            found[x] += data.w / 2 if len(grades) > 1 else 0.0
    for x in {item for pair in data.tied for item in pair}:
        found[x] += data.w * data.mu * (1 + sum(x in pair for pair in data.tied))
    for x in data.in_pairs():
        found[x] += data.w * data.rho
    for z in data.labels:
        found[z] += 1 - data.w
    return found


def training_set(data: Data, h: np.ndarray, weighting: str) -> tuple[np.ndarray, np.ndarray]:
    """Targets and weights by item.

    "average" takes Algorithm 2 at its word: rows (item, target, weight), an item of several rows gets their
    weighted average. (A logistic pair's row has weight ¼, its largest second derivative, and so has a list's.)
    """
    if weighting == "average":
        rows: list[list[tuple[float, float]]] = [[] for _ in range(data.n)]
        for x, y, tau in data.preferences:
            if data.logistic:
                pull, weight = 4 / (1 + math.exp(h[x] - h[y])), data.w / 4
            else:
                pull, weight = max(0.0, h[y] - h[x] + tau), data.w
            rows[x].append((pull, weight))
            rows[y].append((-pull, weight))
        for grades in data.lists:
            p, s = softmax(grades), softmax({x: float(h[x]) for x in grades})
            for x in grades:
                if len(grades) > 1:
                    rows[x].append((4 * (p[x] - s[x]), data.w / 4))
        for x, y in data.tied:
            rows[x].append((h[y] - h[x], data.w * data.mu))
            rows[y].append((h[x] - h[y], data.w * data.mu))
        for x in data.in_pairs():
            rows[x].append((-h[x], data.w * data.rho))
        for z, label in data.labels.items():
            rows[z].append((label - h[z], 1 - data.w))
        W = np.array([sum(weight for _, weight in row) for row in rows])
        total = np.array([sum(target * weight for target, weight in row) for row in rows])
    else:
        W = upper_bound(data)
        if weighting == "newton":
            W = np.maximum(np.diag(hessian(data, h)), 1e-6 * W)
        total = -gradient(data, h)
    return np.array([t / w if w > 0 else 0.0 for t, w in zip(total, W, strict=True)]), W


def best_step(data: Data, h: np.ndarray, g: np.ndarray) -> float:
    """The s ≥ 0 where R(h + s g) is least, by a search that knows nothing of its derivatives."""
    high = 1.0
    while risk(data, h + 2 * high * g) < risk(data, h + high * g) and high < 1e6:
        high *= 2
    found = minimize_scalar(lambda s: risk(data, h + s * g), bounds=(0, 2 * high), options={"xatol": 1e-12})
    return float(found.x)


# ---------------------------------------------------------------- the algorithm


@dataclass
class Run:
    scores: list[np.ndarray]
    risk: list[float]
    bound: list[float] = field(default_factory=list)
    search: list[float] = field(default_factory=list)
    epsilon: list[float] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)


def boost(
    data: Data,
    X: np.ndarray,
    rounds: int,
    *,
    weighting: str = "average",
    eta: float = 0.05,
    leaves: int = 20,
    seed: int = 0,
    search: bool = True,
    decay: float | None = None,
    tolerance: float = 0.0,
) -> Run:
    """Algorithms 1 and 2 from h_0 = 0; with `decay` the k-th step has the norm η k^{−decay} (Definition 2)."""
    h = np.zeros(data.n)
    run, draws = Run([h], [risk(data, h)]), check_random_state(seed)
    for k in range(1, rounds + 1):
        target, W = training_set(data, h, weighting)
        tree = DecisionTreeRegressor(max_leaf_nodes=leaves, random_state=draws)
        g = tree.fit(X, target, sample_weight=W).predict(X)
        if tolerance > 0:
            found, g = g, within(tree, X, target, W, tolerance)
            run.epsilon.append(squared_error(g, target, W) - squared_error(found, target, W))
            run.leaves.append(len({float(value) for value in g}))
        s = best_step(data, h, g) if search else 1.0
        step = eta * s * g
        if decay is not None:
            norm = math.sqrt(sum(w * x * x for w, x in zip(upper_bound(data), g, strict=True)) / len(g))
            step = eta * k**-decay / norm * g
        run.search.append(s)
        run.bound.append(
            risk(data, h) + float(gradient(data, h) @ step) + 0.5 * float(step @ (upper_bound(data) * step))
        )
        h = h + step
        run.scores.append(h)
        run.risk.append(risk(data, h))
    return run


def squared_error(g: np.ndarray, target: np.ndarray, W: np.ndarray) -> float:
    """Σ w (g − r)², what QB (3) is about."""
    return math.fsum(w * (a - r) ** 2 for a, r, w in zip(g, target, W, strict=True))


def within(
    tree: DecisionTreeRegressor, X: np.ndarray, target: np.ndarray, W: np.ndarray, share: float
) -> np.ndarray:
    """A grown tree's values after its splits are taken back one by one, each time the one that costs least by (3).

    They are taken back while two leaves are left and Σ w (g − r)² has grown by no more than `share` of what the tree
    took off Σ w r². A split can be taken back when no split is below it.
    """
    grown, paths = tree.tree_, tree.decision_path(X).toarray().astype(bool)
    splits = {node for node in range(grown.node_count) if grown.children_left[node] != -1}
    below = {
        node: {other for other in splits if other != node and not (paths[:, other] & ~paths[:, node]).any()}
        for node in splits
    }

    def values(there: set[int]) -> np.ndarray:
        """Every item gets its leaf's weighted mean, when only these splits are there."""
        found = np.zeros(len(X))
        for i in range(len(X)):
            node = 0
            while node in there:
                left = int(grown.children_left[node])
                node = left if paths[i, left] else int(grown.children_right[node])
            found[i] = grown.value[node].item()
        return found

    best = squared_error(values(splits), target, W)
    allowed = best + share * (squared_error(np.zeros(len(X)), target, W) - best)
    while len(splits) > 1:
        ways = {node: splits - {node} for node in splits if not below[node] & splits}
        errors = {node: squared_error(values(way), target, W) for node, way in ways.items()}
        node = min(errors, key=lambda node: errors[node])
        if errors[node] > allowed:
            break
        splits = ways[node]
    return values(splits)


def is_greedy(
    X: np.ndarray,
    target: np.ndarray,
    W: np.ndarray,
    leaf_of: np.ndarray,
    children: dict[int, tuple[int, int]],
) -> list[str]:
    """What is wrong with a regression tree, whose `children` name the inner nodes: nothing, when the list is empty.

    Every split must lower Σ W (r − mean)² by as much as the best split of its node, and no leaf that could still
    be split to more gain may be left while a split with less was made.
    """
    items: dict[int, list[int]] = {}
    for node in {0, *children, *(c for pair in children.values() for c in pair)}:
        below, todo = set(), [node]
        while todo:
            at = todo.pop()
            below.add(at)
            todo += children.get(at, ())
        items[node] = [i for i in range(len(target)) if leaf_of[i] in below and W[i] > 0]
    wrong: list[str] = []
    scale = float(W @ target**2)
    best = {
        node: max((_gain(rows, side, target, W) for side in _sides(X, rows)), default=0.0)
        for node, rows in items.items()
    }
    made = {node: _gain(items[node], items[pair[0]], target, W) for node, pair in children.items()}
    for node, got in made.items():
        if got < best[node] - 1e-9 * scale:
            wrong.append(f"node {node} gains {got}, the best split of it {best[node]}")
    if made:
        # Children are numbered as they come: the last split is the one with the largest children.
        last = max(children, key=lambda node: max(children[node]))
        on_offer = [best[node] for node in items if node not in children and node not in children[last]]
        if max(on_offer, default=0.0) > made[last] + 1e-9 * scale:
            wrong.append(f"the last split gains {made[last]}, and one with {max(on_offer)} was on offer")
    return wrong


def _sides(X: np.ndarray, rows: list[int]) -> list[list[int]]:
    """The left side of every split of these rows: by a threshold, missing values on either side or by themselves."""
    found = []
    for j in range(X.shape[1]):
        missing = [i for i in rows if math.isnan(X[i, j])]
        known = [i for i in rows if not math.isnan(X[i, j])]
        for cut in sorted({X[i, j] for i in known}):
            below = [i for i in known if X[i, j] <= cut]
            found += [side for side in (below, below + missing) if 0 < len(side) < len(rows)]
    return found


def _gain(rows: list[int], side: list[int], target: np.ndarray, W: np.ndarray) -> float:
    rest = sorted(set(rows) - set(side))
    return _spread(rows, target, W) - _spread(side, target, W) - _spread(rest, target, W)


def _spread(rows: list[int], target: np.ndarray, W: np.ndarray) -> float:
    if not rows:
        return 0.0
    mean = float(W[rows] @ target[rows]) / float(W[rows].sum())
    return float(W[rows] @ (target[rows] - mean) ** 2)


# ---------------------------------------------------------------- RankSVM, and the measures


def ranksvm(X: np.ndarray, pairs: np.ndarray, cost: float) -> np.ndarray:
    """Item scores X v of the v that minimises ½‖v‖² + C · mean max(0, 1 − v·(x − y))²."""
    return solved_ranksvm(X, pairs, cost)[0]


def solved_ranksvm(X: np.ndarray, pairs: np.ndarray, cost: float) -> tuple[np.ndarray, float]:
    """The item scores, and what is minimised at its least."""
    Z = np.array(X, dtype=float)
    for j in range(Z.shape[1]):
        known = ~np.isnan(Z[:, j])
        if known.any() and np.abs(Z[known, j]).max() > 0:
            Z[:, j] /= np.abs(Z[known, j]).max()
        mean = Z[known, j].mean() if known.any() else 0.0
        spread = Z[known, j].std() if known.any() else 0.0
        Z[:, j] = np.where(known, (Z[:, j] - mean) / spread if spread > 1e-12 else 0.0, 0.0)

    def objective(v: np.ndarray) -> float:
        return 0.5 * float(v @ v) + cost * float(
            np.mean([max(0.0, 1 - float(v @ (Z[x] - Z[y]))) ** 2 for x, y in pairs])
        )

    found = minimize(objective, np.zeros(Z.shape[1]), method="BFGS", options={"gtol": 1e-9})
    return Z @ found.x, float(found.fun)


def dcg(scores: np.ndarray, grades: np.ndarray, k: int) -> float:
    """Σ (2^grade − 1) / log₂(1 + place) over the first k places, for scores without a tie."""
    order = np.argsort(-scores, kind="stable")[:k]
    return sum((2.0 ** grades[i] - 1) / math.log2(2 + place) for place, i in enumerate(order))


def precision_at(
    scores: list[float], pairs: list[tuple[int, int]], percent: float, ties: str = "mean"
) -> float:
    """Share of pairs whose higher item stands first, among the ⌈K %⌉ with the largest gap.

    The mean over all rankings that `ties` allows, and over all ways to fill the last places with pairs of equal gap.
    """
    n = len(scores)
    count = max(math.ceil(percent * len(pairs) / 100 - 1e-9), 1)
    gap = [abs(scores[a] - scores[b]) for a, b in pairs]
    cut = sorted(gap, reverse=True)[count - 1]
    sure = [i for i in range(len(pairs)) if gap[i] > cut]
    at_cut = [i for i in range(len(pairs)) if gap[i] == cut]
    if ties == "mean":
        rankings = [
            order
            for order in itertools.permutations(range(n))
            if all(scores[order[i]] >= scores[order[i + 1]] for i in range(n - 1))
        ]
    elif ties == "file":
        rankings = [tuple(sorted(range(n), key=lambda i: (-scores[i], i)))]
    found = []
    for chosen in itertools.combinations(at_cut, count - len(sure)):
        taken = [pairs[i] for i in (*sure, *chosen)]
        if (
            ties == "worst"
        ):  # no ranking is the worst for all pairs at once when preferences go round in a circle
            found.append(sum(scores[a] > scores[b] for a, b in taken) / count)
        else:
            found += [sum(o.index(a) < o.index(b) for a, b in taken) / count for o in rankings]
    return sum(found) / len(found)


# ---------------------------------------------------------------- Theorem 1


def theorem_1(
    data: Data,
    scores: list[np.ndarray],
    steps: list[float],
    added: list[np.ndarray],
    found: list[np.ndarray],
    W: np.ndarray,
) -> tuple[list[float], list[float]]:
    """ε_k by (3) with C all multiples of these trees, and the theorem's right side after each round.

    h̄ is the last ensemble. The slope that ε_k costs is √(n ε_k): Definition 2 divides by n, (3) does not.
    """
    n, T = data.n, len(added)
    B = upper_bound(data)
    M = n * max(B[x] / W[x] for x in range(n) if W[x] > 0)
    epsilon = []
    for h, g in zip(scores, added, strict=False):
        r = np.array([-d / w if w > 0 else 0.0 for d, w in zip(gradient(data, h), W, strict=True)])
        multiples = [float(W @ (f * r)) / float(W @ (f * f)) * f for f in (*added, *found)]
        least = min(squared_error(f, r, W) for f in multiples)
        epsilon.append(max(squared_error(g, r, W) - least, 0.0))
    length = [s * math.sqrt(float(W @ (g * g)) / n) for s, g in zip(steps, added, strict=True)]
    a = list(itertools.accumulate(length))
    b = [
        math.fsum(length[i] * math.sqrt(n * epsilon[i]) + M * length[i] ** 2 / 2 for i in range(j, T))
        for j in range(T + 1)
    ]
    target, start, norm = risk(data, scores[-1]), risk(data, scores[0]), a[-1]
    right = []
    for k in range(T):
        rest = min(
            (b[0] - b[j + 1]) * (norm + a[j]) / (norm + a[k]) + (b[j + 1] - b[k + 1]) for j in range(k + 1)
        )
        right.append(target + norm / (norm + a[k]) * max(0.0, start - target) + rest)
    return epsilon, right
