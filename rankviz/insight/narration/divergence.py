"""The divergence of the runs of a Trace: the first round in which their picks or weights differ."""

from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.narration.rankboost import alpha_in_words


def first_divergence(trace: Trace) -> tuple[int | None, str]:
    """Return the first round in which the runs differ, and what each does there; (None, …) when they never differ."""
    runs = trace.boosted
    if len(trace.runs) < 2:
        return None, "One algorithm runs alone."
    if len(runs) < len(trace.runs):
        return None, "They learn in different ways: only some of them pick weak rankers."
    longest = max(run.n_rounds for run in runs)
    for t in range(1, longest + 1):
        going = [run for run in runs if run.n_rounds >= t]
        stopped = [run for run in runs if run.n_rounds < t]
        rankers = {int(run.ranker[t - 1]) for run in going}
        alphas = [float(run.alpha[t - 1]) for run in going]
        same = len(rankers) == 1 and max(alphas) - min(alphas) <= 1e-9
        if stopped or not same:
            return t, f"They first differ in round {t}: {_difference(trace, going, stopped, t)}."
    return None, "In every round they pick the same ranker with the same weight."


def _difference(trace: Trace, going: list[BoostedRun], stopped: list[BoostedRun], t: int) -> str:
    clauses = []
    rankers = {int(run.ranker[t - 1]) for run in going}
    if len(rankers) == 1 and going:
        label = trace.pool.label(rankers.pop())
        clauses.append(
            f"the same ranker {label}, with "
            + ", ".join(f"α = {alpha_in_words(r, t)} ({on_screen(r)})" for r in going)
        )
    else:
        clauses += [f"{on_screen(run)} picks {trace.pool.label(int(run.ranker[t - 1]))}" for run in going]
    clauses += [f"{on_screen(run)} has stopped" for run in stopped]
    return ", ".join(clauses)
