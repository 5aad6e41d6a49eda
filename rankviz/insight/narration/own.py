"""The narration of a round of a ranker that another library has trained."""

import numpy as np

from rankviz.engine.algorithms.own.external_model import OwnDetails
from rankviz.engine.number_format import counted
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.narration.lambdarank import dropped
from rankviz.insight.narration.moved import describe_change


def round_in_words(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate round t: the tree, the item it moved most, the largest λ, which pairs count, C; round 0 is the start."""
    details, problem = run.details_as(OwnDetails), trace.problem
    model = details.model
    if t == 0:
        return _start(details, run)
    shapes, labels = model.shapes, model.labels(problem.feature_names)
    given, root = details.value(t), int(shapes.start[t - 1])
    most = int(np.argmax(np.abs(given)))
    asks = "It has no split."
    if details.leaves(t) > 1:
        asks = f"It first asks: {shapes.question(root, labels[shapes.feature[root]])}?"
    sentences = [
        f"Round {t} is {model.library}'s {run.scored.added[t - 1].replace('tree', f'tree {t}')}. {asks}",
        f"It moved {problem.item_in_words(most)} the most, by {number(float(given[most]))}.",
    ]
    if details.known is not None:
        pull = details.known.pulls(run.scored.scores[t - 1])
        heaviest = int(np.argmax(pull))
        higher, lower = (problem.item_in_words(item) for item in problem.pairs[heaviest])
        costs = run.extra["pair_cost"]
        sentences += [
            f"Before it the largest λ, {number(float(pull[heaviest]))}, was that of {higher} above {lower}.",
            f"C {describe_change(float(costs[t - 1]), float(costs[t]), 4)}.",
            *dropped(float(run.extra["pairs_kept"][t]), details.known.rules.at),
        ]
    if t == model.best < model.n_trees:
        sentences.append("Early stopping kept the trees up to this one.")
    return sentences


def _start(details: OwnDetails, run: ScoredRun) -> list[str]:
    model = details.model
    first = f"No tree yet: every score is {number(model.start)}. The model is {model.library}'s, with "
    sentences = [f"{first}{counted(model.n_trees, 'tree')}, trained for {model.objective.name}."]
    if details.known is None:
        return [*sentences, f"λ's and pair weights are left out: {details.unknown}."]
    weighs = "how much NDCG would change if its items swapped places" if model.objective.delta else "the same"
    kept = float(run.extra["pairs_kept"][0])
    sentences.append(f"λ is how hard that objective pulls a pair's items apart; each pair weighs {weighs}.")
    return [*sentences, *dropped(kept, details.known.rules.at)]
