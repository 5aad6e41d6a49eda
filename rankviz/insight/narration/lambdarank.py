"""The narration of a round of RankNet or LambdaMART."""

import numpy as np

from rankviz.engine.algorithms.lambdarank.lambdamart import LambdaDetails
from rankviz.engine.number_format import counted, share
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.narration.moved import describe_change


def round_in_words(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate round t: the tree, the pair with the largest λ, which pairs count, and C; round 0 is the start."""
    details, problem = run.details_as(LambdaDetails), trace.problem
    rules = details.lambdas.rules
    if t == 0:
        weighs = "how much NDCG would change if its items swapped places" if rules.delta else "the same"
        return [
            f"No round yet: every score is 0. λ is how hard a pair pulls its items apart; each pair weighs {weighs}.",
            *dropped(float(run.extra["pairs_kept"][0]), rules.at),
            "Each round fits a regression tree to each item's sum of λ's over its sum of second derivatives.",
        ]
    pull = details.lambdas.pulls(run.scored.scores[t - 1])
    heaviest = int(np.argmax(pull))
    higher, lower = (problem.item_in_words(item) for item in problem.pairs[heaviest])
    costs = run.extra["pair_cost"]
    weights = "with the weights of the moment" if rules.delta or rules.norm or rules.at else "RankNet's loss"
    return [
        f"Round {t} added a {details.fitted[t - 1].text}; a share of η = {number(details.eta)} of it counts.",
        f"The largest λ, {number(float(pull[heaviest]))}, was that of {higher} above {lower}.",
        f"C, {weights}, {describe_change(float(costs[t - 1]), float(costs[t]), 4)}.",
        *dropped(float(run.extra["pairs_kept"][t]), rules.at),
    ]


def dropped(remaining: float, at: int) -> list[str]:
    """Return the number of pairs that truncation drops in words, nothing where it drops none."""
    if remaining >= 1.0:
        return []
    return [
        f"{share(1.0 - remaining)} of the pairs have no item in the first {counted(at, 'place')} and weigh 0."
    ]
