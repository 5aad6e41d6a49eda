"""From a number of an experiment to the run behind it: the same split, rounds, seed and parameters."""

from collections.abc import Sequence

from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.contenders import Contender
from rankviz.engine.algorithms.peers.peers import PEERS
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Value
from rankviz.engine.data.fold_choice import FoldChoice, SpecifiedFold
from rankviz.engine.data.folds import SPECIFIED
from rankviz.engine.errors import DataError
from rankviz.engine.runs.spec import RunSpec
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.worker import Outcome


def replay(experiment: Experiment, outcome: Outcome, fold: int, contender: int, most: int) -> RunSpec:
    """Return the run of a contender on a fold (both from 0) of a task, with up to `most` − 1 others.

    The others are contenders that can share a run with the first: a run has one value of each parameter. A peer has no
    run: the first of the others takes its place. Raises DataError when all are peers.
    """
    ours = [each for each in experiment.contenders if each.algorithm not in PEERS]
    if not ours:
        raise DataError("Other libraries' rankers have no rounds to watch")
    asked = experiment.contenders[contender]
    chosen = beside(ours, ours.index(asked) if asked in ours else 0, most)
    parameters: dict[str, Value] = {}
    for each in chosen:
        parameters |= each.params
    specified = outcome.cut == SPECIFIED
    chosen_fold = SpecifiedFold() if specified else FoldChoice(fold + 1, len(outcome.test), outcome.task)
    return RunSpec(
        outcome.source,
        tuple(name for name in ALGORITHMS if name in {each.algorithm for each in chosen}),
        experiment.rounds,
        experiment.seed,
        positive=experiment.positive,
        fold=chosen_fold,
        parameters=parameters,
    )


def beside(contenders: Sequence[Contender], first: int, most: int) -> list[Contender]:
    """Return the contender at `first`, and the others, in order, that can share its run."""
    chosen = [contenders[first]]
    for each in contenders:
        if len(chosen) < most and all(_agree(each, other) for other in chosen):
            chosen.append(each)
    return chosen


def _agree(one: Contender, other: Contender) -> bool:
    """Return whether both can be in one run: different algorithms, equal parameters, the same weak rankers."""
    if one.algorithm == other.algorithm:
        return False
    shared = one.params.keys() & other.params.keys()
    if any(one.params[name] != other.params[name] for name in shared):
        return False
    boosting = all(isinstance(each.entry(), Algorithm) for each in (one, other))
    return not boosting or bool(one.params.get("constant")) == bool(other.params.get("constant"))
