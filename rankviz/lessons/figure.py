"""The figure of one step: a few tiles, some curves, and the events on them that the sentence claims."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.engine.boards import BOARDS
from rankviz.insight.explain import run_names
from rankviz.lessons.quantities.of_runs import DRAWN, course
from rankviz.lessons.vocabulary import Facts


@dataclass(frozen=True)
class Point:
    """A curve, such as rb-d.r1, and a round of it that is marked with its value."""

    curve: str
    t: int

    def check(self, facts: Facts) -> bool:
        """Whether the curve has a value there."""
        return len(facts.course(self.curve)) > self.t

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """The points of the figure that carry the claim."""
        return (self,)

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """Return pairs that must be far apart on the screen: two points, or a point and a level."""
        return ()


@dataclass(frozen=True)
class Gap:
    """After round t the first curve lies above the second."""

    over: str
    under: str
    t: int

    def check(self, facts: Facts) -> bool:
        """Return whether the first curve lies above the second there."""
        return facts.holds(f"{self.over}@{self.t} > {self.under}@{self.t}")

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """The two ends of the gap."""
        return Point(self.over, self.t), Point(self.under, self.t)

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """Return both ends of the gap."""
        return ((Point(self.over, self.t), Point(self.under, self.t)),)


@dataclass(frozen=True)
class Crossing:
    """In round t a curve comes to lie above another one of its run, under which it lay before."""

    curve: str
    other: str
    t: int

    def check(self, facts: Facts) -> bool:
        """Return whether the curves cross in that very round."""
        before = facts.holds(f"{self.curve}@{self.t - 1} < {self.other}@{self.t - 1}")
        return before and facts.holds(f"{self.curve}@{self.t} > {self.other}@{self.t}")

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """Both curves after the crossing."""
        return Point(self.curve, self.t), Point(self.other, self.t)

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """Return the curves before the crossing, and after it."""
        return tuple((Point(self.curve, t), Point(self.other, t)) for t in (self.t - 1, self.t))


@dataclass(frozen=True)
class FallsBelow:
    """In round t a curve falls below a level, whose name and quantity are given; it stays there."""

    curve: str
    level: str
    name: str
    t: int

    def check(self, facts: Facts) -> bool:
        """Return whether the curve falls below the level in that very round."""
        value, course = facts.value(self.level), facts.course(self.curve)
        return bool((course[: self.t] > value).all() and (course[self.t :] < value).all())

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """Return the point where the curve is first below."""
        return (Point(self.curve, self.t),)

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """The level and where the curve begins, and where it ends."""
        value, last = facts.value(self.level), len(facts.course(self.curve)) - 1
        return (Point(self.curve, 0), value), (Point(self.curve, last), value)


@dataclass(frozen=True)
class Turn:
    """A curve falls to its least value after round t, and ends well above it."""

    curve: str
    t: int

    def check(self, facts: Facts) -> bool:
        """Return whether the least value is after round t, and both ends are above that value."""
        course = facts.course(self.curve)
        least = course[self.t]
        return bool(course.argmin() == self.t and course[0] > least and course[-1] > least)

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """The least value, and the end."""
        return Point(self.curve, self.t), Point(self.curve, len(facts.course(self.curve)) - 1)

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """The least value and the start, and the end."""
        least, last = Point(self.curve, self.t), len(facts.course(self.curve)) - 1
        return (least, Point(self.curve, 0)), (least, Point(self.curve, last))


@dataclass(frozen=True)
class Change:
    """From one round to another a curve moves: it jumps, or it falls."""

    curve: str
    before: int
    after: int

    def check(self, facts: Facts) -> bool:
        """Return whether the curve moves."""
        return facts.holds(f"{self.curve}@{self.before} ≠ {self.curve}@{self.after}")

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """Before and after."""
        return Point(self.curve, self.before), Point(self.curve, self.after)

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """Before and after."""
        return ((Point(self.curve, self.before), Point(self.curve, self.after)),)


@dataclass(frozen=True)
class Longer:
    """After round t one algorithm's bar of the first ranker of the ensembles is longer than another's."""

    first: str
    second: str
    t: int

    def check(self, facts: Facts) -> bool:
        """Return whether the bar is longer."""
        return facts.holds(f"{self.first}.total@{self.t} > {self.second}.total@{self.t}")

    def points(self, facts: Facts) -> tuple[Point, ...]:
        """None: it speaks of no curve."""
        return ()

    def far_apart(self, facts: Facts) -> tuple[tuple[Point, Point | float], ...]:
        """None: it speaks of no curve."""
        return ()


Event = Point | Gap | Crossing | FallsBelow | Turn | Change | Longer


@dataclass(frozen=True)
class Figure:
    """One figure, made for one step.

    `tiles` are those shown, by their names on the `board` (see `TILES`), all others are put away; one alone fills
    the stage. `curves` are those of the losses (r1, r2, e1, e2, bound, top), by default each algorithm's own loss
    and bound; on another board, those whose charts are shown, by default all. `together` puts the losses on one
    axis, `window` shows those values only, `log` chooses the scale, `unseen` draws held-out curves and bounds
    alone. With `step` the tile of ties shows the step of the round, and `at` is a level across the chart: its
    value, its name, and a curve of the chart where there are several. `shows` are the events that the sentence
    speaks of: they are marked, and far enough apart to be seen. `named` are weak rankers that the tile of the pick
    shows in the pick's place, or items that the targets or the landscape name. `ring` is the tile that the words
    speak of where no value in them says so: until the act is done, and once it is; one alone is for both.
    """

    tiles: tuple[str, ...]
    curves: tuple[str, ...] | None = None
    together: bool = False
    window: tuple[float, float] | None = None
    log: bool | None = None
    unseen: bool = False
    step: bool = False
    at: tuple[float, str, str] | None = None
    shows: tuple[Event, ...] = ()
    board: str = "watch"
    named: tuple[str, ...] = ()
    ring: tuple[str, ...] = ()

    def settings(
        self, facts: Facts, *, marked: bool = True, found: tuple[str, int] | None = None
    ) -> dict[str, object]:
        """Return the figure as the stage reads it (view.js: Settings), for the run of `facts`.

        `marked` says whether with its events; `found` is the algorithm and the round that were asked for, which is
        ringed.
        """
        events = self.shows if marked else ()
        points = [point for event in events for point in event.points(facts)]
        points += self._ring(facts, *found) if found else ()
        crossing = next((event for event in events if isinstance(event, Crossing)), None)
        chart: dict[str, object] = {
            "together": self.together,
            "window": list(self.window) if self.window else None,
            # Where all begins there is no room for words, and the axis has the number.
            "marks": [
                [*_on_stage(point.curve, facts), point.t] for point in dict.fromkeys(points) if point.t
            ],
            "gap": None if crossing is None else _gap(crossing, facts),
            "level": self._level(facts),
            "series": self._series(facts),
            "unseen": self.unseen,
            "named": list(self.named),
        }
        return {
            "log": self.log,
            "curves": list(self.curves) if self.curves else None,
            "only": list(self.curves) if self.curves else None,
            "chart": chart,
            "found": found[1] if found else None,
        }

    def title(self, tile: str) -> str:
        """Return the heading of one of the figure's tiles."""
        if tile == "ties" and self.step:
            return "The step"
        if tile == "pick" and self.named:
            return ", ".join(self.named)
        if tile == "losses" and self.curves and all(name in DRAWN for name in self.curves):
            return DRAWN[self.curves[0]][-1]
        if (self.board, tile) == ("watch", "losses") and "bound" not in (self.curves or ("bound",)):
            return "Test error" if self.unseen else "Loss and error"
        return BOARDS[self.board].tiles[tile]

    def look(self) -> str:
        """Return the other choices on the stage, as links write them; whether future rounds show is up to the step."""
        held = [] if self.unseen else ["held:0"]
        return ",".join([f"tiles:{'.'.join(self.tiles)}", *held, *(["step"] if self.step else [])])

    def _ring(self, facts: Facts, algorithm: str, t: int) -> tuple[Point, ...]:
        """The point of the losses' chart at a round that was found; none on another board."""
        if self.board != "watch" or "losses" not in self.tiles or not self.curves:
            return ()
        of = "_holdout" if self.unseen and not self.curves[0].startswith("bound") else ""
        return (Point(f"{algorithm}.{self.curves[0]}{of}", t),)

    def _series(self, facts: Facts) -> dict[str, object] | None:
        """Return the curve that no run keeps, with a list of values for each run; None where none is asked for."""
        what = next((name for name in self.curves or () if name in DRAWN), None)
        if what is None:
            return None
        values = [course(facts.trace, run, what).tolist() for run in facts.trace.runs]
        return {"key": what, "titles": list(DRAWN[what]), "values": values}

    def _level(self, facts: Facts) -> dict[str, object] | None:
        """Return the level across the chart, or None."""
        for event in self.shows:
            if isinstance(event, FallsBelow):
                return {
                    "at": facts.value(event.level),
                    "label": f"{event.name}: {facts.text(event.level)}",
                }
        return None if self.at is None else dict(zip(("at", "label", "on"), self.at, strict=True))


def _on_stage(curve: str, facts: Facts) -> list[str]:
    """Return the name that the stage gives to the run of a curve, and the curve's key."""
    who, _, key = curve.rpartition(".")
    run = facts.run(who)
    return [next(name for name, each in run_names(facts.trace).items() if each is run), key]


def _gap(crossing: Crossing, facts: Facts) -> list[str] | None:
    """Return the run and the two curves between which the chart is shaded; None for curves of two runs."""
    (run, over), (other, under) = _on_stage(crossing.curve, facts), _on_stage(crossing.other, facts)
    return [run, over, under] if run == other else None
