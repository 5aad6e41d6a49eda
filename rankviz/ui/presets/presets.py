"""Moments worth seeing, each a whole state behind one link: three shelves, each from easy to hard."""

from rankviz.lessons import first_minute, start
from rankviz.ui.presets import qbrank
from rankviz.ui.presets.preset import MOST_WORDS, Preset
from rankviz.ui.presets.reading import presets, shelf
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.state import State

EXAMPLE = Preset(first_minute.CARD, first_minute.QUESTION, OPENING, ("e2",))
"""The example; also the state of an address without parameters."""

SHELVES = {
    start.HERE: (EXAMPLE,),
    **dict(map(shelf, ("see-it", "break-it", "prove-it"))),
}
"""Heading to cards, in the order of the start page."""

PATIENTS = presets("see-it")[0]
"""The preset to which the example leads on."""

PRESETS = tuple(preset for shelf in SHELVES.values() for preset in shelf)


def preset_of(state: State) -> Preset | None:
    """Return the preset with the same data, algorithms and policy, whatever the round; None when there is none.

    The text of a moment of the page QBRank depends on the parameters too, so these have to be the same as well.
    """
    alike = (preset for preset in (*qbrank.MOMENTS, *PRESETS) if _same(preset.state, state))
    return next(
        (preset for preset in alike if preset not in qbrank.MOMENTS or _as_set(preset.state, state)), None
    )


def _as_set(preset: State, state: State) -> bool:
    return preset.parameters() == state.parameters()


def _same(preset: State, state: State) -> bool:
    return all(preset[name] == state[name] for name in ("data", "alg", "seed", "positive", "undefined"))


__all__ = ["EXAMPLE", "MOST_WORDS", "PATIENTS", "PRESETS", "SHELVES", "Preset", "preset_of"]
