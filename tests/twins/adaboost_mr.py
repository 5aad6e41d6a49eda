"""The slow twin of AdaBoost.MR, typed from Schapire and Singer, Machine Learning 37, 1999, section 8.

It imports nothing from rankviz and knows no queries: examples have label sets, D is over (example, wrong label, right
label), and a weak hypothesis says +1 or −1 of an example and a label.
"""

import math
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Run:
    """By round: the weak hypothesis (m, L) of ±1, α, Z, and D by (example, wrong label, right label) after it."""

    h: list[np.ndarray] = field(default_factory=list)
    alpha: list[float] = field(default_factory=list)
    z: list[float] = field(default_factory=list)
    D: list[dict[tuple[int, int, int], float]] = field(default_factory=list)


def hypotheses(X: np.ndarray, labels: int) -> list[np.ndarray]:
    """ "The label is l, and x_j > θ", for each label, feature, and θ below all values and between them."""
    found = []
    for label in range(labels):
        for j in range(X.shape[1]):
            for cut in (-math.inf, *sorted(set(X[:, j].tolist()))[:-1]):
                h = -np.ones((len(X), labels))
                h[X[:, j] > cut, label] = 1.0
                found.append(h)
    return found


def boost(X: np.ndarray, sets: list[set[int]], labels: int, rounds: int, *, by_example: bool) -> Run:
    """T rounds, each with the hypothesis of the largest |r| and the α that makes Z least.

    by_example : D_1 = 1 / (m |Y| |labels − Y|) as the paper has it, else the same for all triples.
    """
    D: dict[tuple[int, int, int], float] = {}
    for i, right in enumerate(sets):
        wrong = set(range(labels)) - right
        for l0 in wrong:
            for l1 in right:
                D[i, l0, l1] = 1 / (len(right) * len(wrong)) if by_example else 1.0
    whole = sum(D.values())
    D = {key: weight / whole for key, weight in D.items()}
    offered, run = hypotheses(X, labels), Run()
    for _ in range(rounds):
        best, chosen = -1.0, offered[0]
        for h in offered:
            r = abs(sum(weight * 0.5 * (h[i, l1] - h[i, l0]) for (i, l0, l1), weight in D.items()))
            if r > best + 1e-12:
                best, chosen = r, h
        gap = {key: 0.5 * (chosen[key[0], key[2]] - chosen[key[0], key[1]]) for key in D}
        plus = sum(weight for key, weight in D.items() if gap[key] > 0)
        minus = sum(weight for key, weight in D.items() if gap[key] < 0)
        alpha = 0.5 * math.log(plus / minus)
        D = {key: weight * math.exp(-alpha * gap[key]) for key, weight in D.items()}
        z = sum(D.values())
        D = {key: weight / z for key, weight in D.items()}
        run.h.append(chosen)
        run.alpha.append(alpha)
        run.z.append(z)
        run.D.append(D)
    return run
