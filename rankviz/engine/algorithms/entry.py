"""What every algorithm of the registry is: how it is named, explained, set, painted and watched."""

from dataclasses import dataclass

from rankviz.engine.boards import WATCH, Board
from rankviz.engine.choice import Choice, Value
from rankviz.engine.marks import Mark

Params = dict[str, Value]
"""Values by parameter name."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What the two kinds of learners, `Algorithm` and `ScoredAlgorithm`, have in common.

    Attributes
    ----------
    name : in links, commands and the Python API; it never changes.
    label : on screen. short : the same where there is little room, "" where the label is short enough.
    family : its folder beside this file.
    loss : what it minimises: the metric "e1" or "e2", or one of its extra series; "" for nothing.
    mark : its colour and its marker.
    board : what it is watched on; Watch has the tiles that every run can fill.
    round_cost : work of a round whatever the data are, in the unit of `rankviz.ui.runs.cost`; 0 where it is little.
    two_classes : it learns from items of two grades only.
    needs_model : it shows the ranker that comes with the data (`Problem.model`), and has nothing to show without.
    pair_weights : it takes pairs with weights.
    of_items : it scores the items of the pairs alone and knows no features: who is new to it stands at 0.
    """

    name: str
    label: str
    help: str
    family: str
    parameters: tuple[Choice, ...]
    loss: str
    bound_label: str
    mark: Mark
    short: str = ""
    board: Board = WATCH
    round_cost: float = 0.0
    two_classes: bool = False
    needs_model: bool = False
    pair_weights: bool = False
    of_items: bool = False
