"""The RankBoost+ paper's own results (section 5, Tables 1, 3 and 4), to stand beside an experiment's."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.experiments.definition import Experiment

ALGORITHMS = ("rb-plus", "rb-c", "rb-d")
"""The order of the columns in the paper's tables."""


@dataclass(frozen=True)
class PaperTable:
    """Means and mean ranks as printed: metric → a value for each of `ALGORITHMS`; and what is not alike here."""

    name: str
    mean: dict[str, tuple[float, float, float]]
    rank: dict[str, tuple[float, float, float]]
    median_round: dict[str, tuple[int, int, int]]
    critical_difference: float | None
    differences: tuple[str, ...]


MOVIELENS = PaperTable(
    "MovieLens (Tables 1 and 3)",
    {
        "r1": (0.3100, 0.3218, 0.3394),
        "r2": (0.3114, 0.3218, 0.3376),
        "ndcg3": (0.7920, 0.7642, 0.7620),
        "ndcg5": (0.8019, 0.7684, 0.7675),
        "ndcg7": (0.8104, 0.7744, 0.7749),
    },
    {
        "r1": (1.314, 1.938, 2.748),
        "r2": (1.356, 1.952, 2.692),
        "ndcg3": (1.696, 2.125, 2.179),
        "ndcg5": (1.559, 2.211, 2.230),
        "ndcg7": (1.476, 2.268, 2.256),
    },
    {
        "r1": (32, 31, 26),
        "r2": (25, 21, 18),
        "ndcg3": (4, 2, 3),
        "ndcg5": (7, 2, 4),
        "ndcg7": (11, 2, 4),
    },
    0.1754,
    (
        "The paper speaks of 367 users with 100 ratings or more. The file has 364, and four of them have no other user "
        "who rated half of their movies, so there are no features. The paper's critical difference, 0.1754, is that of "
        "357 tasks.",
        "The folds are drawn at random, and the paper names no seed; another draw moves the means in the third "
        "decimal.",
        "The paper does not say how it counts NDCG, and on stars from 1 to 5 that decides its size. With the standard "
        "gain 2^l − 1 RankBoost+ has about 0.70 at 3, with gain l 0.86, with gain l − 1 0.82 (60 users drawn at "
        "random). Compare the order of the algorithms, not the numbers.",
        "The authors' program ends RankBoost+ when it picks one ranker twice in a row, and computes in single "
        "precision. Here it goes on, in double precision.",
        "Where a weight is undefined, the authors' program gives a very large one in the first round and stops in "
        "later ones. Here the policy is a choice: “halt”, unless you chose another.",
    ),
)

MQ2008 = PaperTable(
    "MQ2008 (Table 4)",
    {
        "r1": (0.2082, 0.2153, 0.2190),
        "r2": (0.2027, 0.2161, 0.2192),
        "ndcg3": (0.4190, 0.4250, 0.4185),
        "ndcg5": (0.4684, 0.4702, 0.4582),
        "ndcg7": (0.4887, 0.4899, 0.4819),
    },
    {},
    {},
    None,
    (
        "The paper trains on the specified folds of all 784 queries. A single file, or its queries one by one, is a "
        "smaller task: the means are not comparable, the order of the algorithms is.",
        "The paper picks the round of NDCG by the mean average precision on the validation part; here each metric "
        "picks its own.",
        "With ten folds in all the paper's own differences on LETOR 4.0 are mostly within the critical difference, "
        "1.048.",
    ),
)


def beside(experiment: Experiment) -> PaperTable | None:
    """The paper's table to compare with, None when the data are not the paper's or no algorithm is."""
    if not {contender.algorithm for contender in experiment.contenders} & set(ALGORITHMS):
        return None
    source = experiment.source.lower()
    if source.startswith("movielens:"):
        return MOVIELENS
    return MQ2008 if source.startswith("letor:") and "mq2008" in source else None
