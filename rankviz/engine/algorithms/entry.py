"""The part of a registry entry that all algorithms share: name, label, explanation, settings, mark and board."""

from dataclasses import dataclass

from rankviz.engine.boards import WATCH, Board
from rankviz.engine.choice import Choice, Value
from rankviz.engine.marks import Mark

Params = dict[str, Value]
"""Values by parameter name."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The common part of the two kinds of learners, `Algorithm` and `ScoredAlgorithm`.

    Attributes
    ----------
    name : in links, commands and the Python API; it never changes.
    label : on screen. short : the same where there is little room, "" where the label is short enough.
    family : its folder beside this file.
    loss : the loss it minimises: the metric "e1" or "e2", or one of its extra series; "" for none.
    mark : its colour and its marker.
    board : the board it is watched on; Watch has the tiles that every run can fill.
    round_cost : the work of a round whatever the data, in the unit of `rankviz.ui.runs.cost`; 0 where it is small.
    two_classes : it learns only from items of two grades.
    needs_model : it shows the ranker that comes with the data (`Problem.model`); without one it shows nothing.
    pair_weights : it takes pairs with weights.
    of_items : it scores only the items in the pairs and reads no features: new items score 0.
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
