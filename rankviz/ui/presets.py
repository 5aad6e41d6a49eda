"""Moments worth seeing, each a whole state behind one link."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.ui.state import State


@dataclass(frozen=True)
class Preset:
    """A card of the start page: a title, what to look for, and the state it opens."""

    title: str
    text: str
    icon: str
    state: State


PRESETS = (
    Preset(
        "Three algorithms part",
        "Fifty real patients, ranked by how far their disease went. RB-D, RB-C and RankBoost+ start together; "
        "watch which loss each of them lowers, and what that does to the pairs it never saw.",
        ":material/call_split:",
        State(),
    ),
    Preset(
        "The infinite weight",
        "Lemma 1, n = 4. In round 2 a weak ranker makes no mistake, so its weight is infinite and everything "
        "learned before stops mattering: the error ends above its own bound.",
        ":material/all_inclusive:",
        State(
            data="scenario:lemma-1", alg=("rb-d", "rb-plus"), undefined="infinite", rounds=10, holdout=0, t=2
        ),
    ),
    Preset(
        "A large constant does not help",
        "Lemma 2. Replace the infinite weight by a large number: the error stays at 4/5 while the bound says .712.",
        ":material/vertical_align_top:",
        State(data="scenario:lemma-2", alg=("rb-d", "rb-plus"), undefined="cap", rounds=10, holdout=0, t=2),
    ),
    Preset(
        "Without negative weights",
        "Lemma 3. When a weight may only grow, RB-D stops at Ê1 = .888; taking some of it back again would lead "
        "to .887. Switch negative α on and see.",
        ":material/remove_circle_outline:",
        State(data="scenario:lemma-3", alg=("rb-d",), negative_alpha=False, rounds=20, holdout=0, t=2),
    ),
    Preset(
        "Fewer errors, larger loss",
        "Proposition 1, the subsets of {a, b, c}. Of two weak rankers the one that errs less has the larger Ê1, "
        "because Ê1 does not see a tie as half an error. Ê2 does.",
        ":material/rule:",
        State(data="scenario:proposition-1", undefined="infinite", rounds=10, holdout=0),
    ),
    Preset(
        "Malignant above benign",
        "Breast cancer, real and bipartite: every malignant tumour belongs above every benign one. "
        "Follow the area under the curve pair by pair.",
        ":material/biotech:",
        State(data="bundled:breast-cancer?items=80", rounds=60),
    ),
    Preset(
        "Going in circles",
        "Preferences with cycles: a above b above c above a. No ranking satisfies them all; where does the "
        "weight go when some pairs can never be won?",
        ":material/cycle:",
        State(data="synthetic:cycles", rounds=60, holdout=0),
    ),
    Preset(
        "Ties everywhere",
        "Coarse features: most weak rankers give most pairs the same value. RB-D ignores those pairs, RB-C "
        "counts them half, RankBoost+ reweights them.",
        ":material/equal:",
        State(data="synthetic:coarse", rounds=60),
    ),
    Preset(
        "Few against many",
        "One item in twenty belongs above all the others. See which pairs gather the weight.",
        ":material/filter_1:",
        State(data="synthetic:imbalanced", rounds=60, undefined="cap"),
    ),
)
