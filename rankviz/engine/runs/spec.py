"""The specification of one run: everything its numbers depend on, and every form in which to request it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import parameters
from rankviz.engine.choice import Value
from rankviz.engine.data import fold_choice, sources
from rankviz.engine.data.fold_choice import AnyFold
from rankviz.engine.data.problem import Problem
from rankviz.engine.number_format import exact, percent
from rankviz.engine.runs import forks, runner
from rankviz.engine.runs.so_far import SoFar
from rankviz.engine.runs.trace import Trace


@dataclass(frozen=True)
class RunSpec:
    """Data and settings of one run; frozen and hashable, so that a spec is the key of its results.

    Attributes
    ----------
    data : a SOURCE.
    algorithms : names, with parameters after colons, as `rankviz.trace` takes them.
    seed, holdout, positive : as `rankviz.trace` takes them, the share from 0 to 0.9.
    fork : a further run that chooses otherwise in one round.
    parameters : of the algorithms, by name. Values at their default are left out, so that one run has one spec.
    fold : one fold of an experiment, instead of a held-out share.
    stratified : as `rankviz.trace` takes it.
    """

    data: str
    algorithms: tuple[str, ...] = ("rb-d", "rb-c", "rb-plus")
    rounds: int = 100
    seed: int = 0
    holdout: float = 0.0
    positive: float | None = None
    fork: Fork | None = None
    parameters: Mapping[str, Value] | tuple[tuple[str, Value], ...] = ()
    fold: AnyFold | None = None
    stratified: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", self._changed(dict(self.parameters)))

    def but(self, **changes: Any) -> RunSpec:
        """Return the same spec with some fields changed."""
        return replace(self, **changes)

    def trace(
        self,
        problem: Problem | None = None,
        *,
        progress: Callable[[str, int], bool] | None = None,
        measured: Callable[[str, int], object] | None = None,
        so_far: SoFar | None = None,
    ) -> Trace:
        """Run the spec, on `problem` where the data are loaded already. Raises DataError.

        `progress`, `measured` and `so_far` are those of `rankviz.trace`.
        """
        return runner.trace(
            sources.load(self.data, seed=self.seed) if problem is None else problem,
            self.algorithms,
            self.rounds,
            holdout=self.holdout,
            seed=self.seed,
            progress=progress,
            measured=measured,
            forks=[self.fork] if self.fork else [],
            positive=self.positive,
            fold=self.fold,
            stratified=self.stratified,
            so_far=so_far,
            **dict(self.parameters),
        )

    def python(self) -> str:
        """Return Python lines that compute exactly this run, and print how each algorithm ended."""
        return (
            f"{self.python_run()}"
            f"for run in trace.runs:\n"
            f'    print(run.label, run.stopped, run.metrics["r2"][-1])\n'
        )

    def python_run(self) -> str:
        """Return Python lines that compute exactly this run as `trace`."""
        seed = f", seed={self.seed}" if self.seed else ""
        extra = "".join(
            f", {name}={value!r}" for name, value in (self._settings() | dict(self.parameters)).items()
        )
        if self.fork:
            extra += f", forks=[rankviz.{self.fork!r}]"
        return (
            f"import rankviz\n\n"
            f"problem = rankviz.load({self.data!r}{seed})\n"
            f"trace = rankviz.trace(problem, {list(self.algorithms)!r}, rounds={self.rounds}{extra})\n"
        )

    def command(self, out: str) -> str:
        """Return the command that computes exactly this run and writes it to the file `out`."""
        words = ["python", "-m", "rankviz", "trace", self.data]
        words += ["--algorithms", ",".join(self.algorithms), "--rounds", str(self.rounds)]
        for name, value in self._settings().items():
            words += _option(name, value)
        if self.fork:
            words += ["--fork", forks.write(self.fork)]
        for name, value in dict(self.parameters).items():
            words += _option(name, value)
        return shlex.join([*words, "--out", out])

    def in_words(self) -> str:
        """Return the part of a caption besides data and algorithms: seed, held-out share, changed parameters."""
        by_pairs = ", stratified by pairs" if self.stratified else ""
        held = f"{exact(percent(self.holdout))} % held out{by_pairs}" if self.holdout else "nothing held out"
        parts = [f"seed {self.seed}", f"fold {self.fold.text}" if self.fold else held]
        if self.positive is not None:
            parts.append(f"positive from grade {exact(self.positive)}")
        if self.fork:
            parts.append(f"branch {forks.write(self.fork)}")
        known = parameters([algorithm_of(name) for name in self.algorithms])
        for name, value in dict(self.parameters).items():
            parts.append(f"{known[name].label if name in known else name}: {_word(value)}")
        return " · ".join(parts)

    def _settings(self) -> dict[str, Value]:
        """Return the settings that are not at their default, without algorithms, rounds, fork and parameters."""
        found: dict[str, Value] = {"seed": self.seed} if self.seed else {}
        if self.holdout:
            found["holdout"] = self.holdout
            if self.stratified:
                found["stratified"] = True
        if self.positive is not None:
            found["positive"] = self.positive
        if self.fold:
            found["fold"] = self.fold.text
        return found

    def _changed(self, given: dict[str, Value]) -> tuple[tuple[str, Value], ...]:
        """Return the parameters that are not at the default of the chosen algorithms, in the registry's order."""
        known = parameters([algorithm_of(name) for name in self.algorithms])
        ordered = [name for name in known if name in given] + [name for name in given if name not in known]
        return tuple(
            (name, given[name]) for name in ordered if name not in known or given[name] != known[name].default
        )


def of_trace(trace: Trace) -> RunSpec | None:
    """Return the spec that makes the same trace again; None where no SOURCE names its data, or with several forks."""
    source = trace.problem.source
    forks_made = [run.fork for run in trace.runs if run.fork is not None]
    if not source or source.startswith("upload:") or "rounds" not in trace.settings or len(forks_made) > 1:
        return None
    plain = [run for run in trace.runs if run.fork is None]
    given: dict[str, Value] = {}
    for run in plain:
        _, *of_it_alone = run.contender.split(":")
        alone = {part.partition("=")[0] for part in of_it_alone}
        given |= {name: value for name, value in run.params.items() if name not in alone}
    asked: Mapping[str, Any] = trace.settings
    return RunSpec(
        source,
        tuple(run.contender for run in plain),
        asked["rounds"],
        asked["seed"],
        asked["holdout"],
        asked.get("positive"),
        forks_made[0] if forks_made else None,
        given,
        fold_choice.read(asked["fold"]) if "fold" in asked else None,
        "stratified" in asked,
    )


def _word(value: Value) -> str:
    """Return a setting as a caption writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return exact(value) if isinstance(value, float) else str(value)


def _option(name: str, value: Value) -> list[str]:
    """Return a setting as the command line expects it."""
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{flag}" if value else f"--no-{flag}"]
    return [f"--{flag}", exact(value) if isinstance(value, float) else str(value)]
