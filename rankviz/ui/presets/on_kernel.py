"""Moments of kernel gradient descent: each begins one round before the event in its text."""

from __future__ import annotations

from rankviz.ui.presets.presets import PRESETS, Preset
from rankviz.ui.presets.starts import RINGS
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

BEND = Preset(
    "A score that bends",
    "The middle above the ring. One step bends the kernel's landscape round, and held-out pairs are in order; "
    "RB-C has to build it of steps along x and y.",
    RINGS.but(t=0),
    page=layout.KERNEL,
)
EARLY = Preset(
    "Stop early",
    "Held-out pairs cost least after 32 steps. From there on the score bends around single points: better in "
    "training, worse held out.",
    State(
        data="synthetic:blobs?distance=1.5&features=2&n=80",
        alg=("kernel-gd",),
        loss="least-squares",
        width=0.4,
        regularisation=1e-5,
        rounds=200,
        holdout=50,
        t=31,
    ),
    page=layout.KERNEL,
)
TIGHT = Preset(
    "The norm at its line",
    "Two tight clouds, and λ so large that every pair keeps pulling the same way: ‖f‖ comes to 95 % of the line "
    "under which it is proved to stay.",
    State(
        data="inline:?grades=1,1,1,1,0,0,0,0&items=a,b,c,d,e,f,g,h&x=1,1.1,0.9,1.05,-1,-1.1,-0.9,-1.05"
        "&y=1,0.9,1.1,1.1,-1,-0.9,-1.1,-1.1",
        alg=("kernel-gd",),
        loss="hinge",
        kernel="linear",
        regularisation=10.0,
        rounds=15,
        holdout=0,
        t=3,
    ),
    page=layout.KERNEL,
)
FEW = Preset(
    "Four positives",
    "Four positives, 76 negatives: the four are put first at once, and held out the score is far below the best "
    "there is. Set Positives to 0.5.",
    State(
        data="synthetic:blobs?distance=1.5&features=2&n=160&positives=0.1",
        alg=("kernel-gd",),
        loss="least-squares",
        rounds=60,
        holdout=50,
        t=0,
    ),
    page=layout.KERNEL,
)
MOMENTS = (BEND, *(preset for preset in PRESETS if preset.page == layout.KERNEL), EARLY, TIGHT, FEW)
"""In the order of the menu."""


def moment_of(state: State) -> Preset | None:
    """Return the moment with the same data, algorithms and parameters, whatever the round; or None."""
    return next((moment for moment in MOMENTS if _same(moment.state, state)), None)


def _same(moment: State, state: State) -> bool:
    names = ("data", "alg", "seed", "positive", "holdout")
    return all(moment[name] == state[name] for name in names) and moment.parameters() == state.parameters()
