"""Moments of kernel gradient descent: each opens in the round in which its sentence is seen."""

from rankviz.lessons.captions import Caption
from rankviz.lessons.lesson import says
from rankviz.ui.presets.presets import PRESETS, Preset
from rankviz.ui.presets.starts import RINGS
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

GLANCE = "tiles:surface.risk.ranking"
"""The look that the page opens with: the landscape, what it costs, and the order it makes."""

BEND = Preset(
    "A score that bends",
    "The middle belongs above the ring. One step bends the kernel's landscape round; RB-C has to build it of steps "
    "along x and y.",
    RINGS.but(t=1, look="tiles:surface,ring:surface"),
    page=layout.KERNEL,
    seen=(
        Caption(
            1,
            says(
                "One step, and the kernel's landscape is round: held-out AUC {kernel-gd.auc_holdout@1}. RB-C has to "
                "build it of steps along x and y: {rb-c.auc_holdout@1}.",
                "kernel-gd.auc_holdout@1 > 0.97",
                "rb-c.auc_holdout@1 < 0.7",
            ),
        ),
    ),
)
EARLY = Preset(
    "Stop early",
    "Held-out pairs cost least at “stop here”. From there on the score bends around single points: better in "
    "training, worse held out.",
    State(
        data="synthetic:blobs?distance=1.5&features=2&n=80",
        alg=("kernel-gd",),
        loss="least-squares",
        width=0.4,
        regularisation=1e-5,
        rounds=200,
        holdout=50,
        t=32,
        look="tiles:risk.surface,ring:risk",
    ),
    page=layout.KERNEL,
)
TIGHT = Preset(
    "The norm at its limit",
    "Two tight clouds, and λ so large that every pair keeps pulling the same way: ‖f‖ comes close to the limit that "
    "it is proved never to exceed.",
    State(
        data="inline:?grades=1,1,1,1,0,0,0,0&items=a,b,c,d,e,f,g,h&x=1,1.1,0.9,1.05,-1,-1.1,-0.9,-1.05"
        "&y=1,0.9,1.1,1.1,-1,-0.9,-1.1,-1.1",
        alg=("kernel-gd",),
        loss="hinge",
        kernel="linear",
        regularisation=10.0,
        rounds=15,
        holdout=0,
        t=15,
        look="tiles:norm.surface,ring:norm",
    ),
    page=layout.KERNEL,
    seen=(
        Caption(
            15,
            says(
                "Every pair has pulled the same way for all rounds, and ‖f‖ has come to {kernel-gd.norm@15}, close "
                "to the {kernel-gd.norm_bound@15} that it is proved never to exceed.",
                "kernel-gd.norm@15 < kernel-gd.norm_bound@15",
            ),
        ),
    ),
)
FEW = Preset(
    "Four positives",
    "Four positives among many negatives: they are put first at once, yet held out the score is far below the best "
    "possible. Set Positives to one half.",
    State(
        data="synthetic:blobs?distance=1.5&features=2&n=160&positives=0.1",
        alg=("kernel-gd",),
        loss="least-squares",
        rounds=60,
        holdout=50,
        t=1,
        look="tiles:surface,ring:surface",
    ),
    page=layout.KERNEL,
    seen=(
        Caption(
            1,
            says(
                "The four positives are put first at once: AUC {kernel-gd.auc@1}. Held out it is "
                "{kernel-gd.auc_holdout@1}, where 0.841 is possible. Set Positives to one half.",
                "kernel-gd.auc@1 > 0.9",
                "kernel-gd.auc_holdout@1 < 0.75",
            ),
        ),
    ),
)
MOMENTS = (BEND, *(preset for preset in PRESETS if preset.page == layout.KERNEL), EARLY, TIGHT, FEW)
"""In the order of the menu."""


def moment_of(state: State) -> Preset | None:
    """Return the moment with the same data, algorithms and parameters, whatever the round; or None."""
    return next((moment for moment in MOMENTS if _same(moment.state, state)), None)


def _same(moment: State, state: State) -> bool:
    names = ("data", "alg", "seed", "positive", "holdout")
    return all(moment[name] == state[name] for name in names) and moment.parameters() == state.parameters()
