"""Tables of votes on two items at a time, from arenas and annotators: counted, and turned into weighted pairs."""

from rankviz.engine.data.duels.outcomes import Outcomes
from rankviz.engine.data.duels.reader import counted_votes, layout_of, read

__all__ = ["Outcomes", "counted_votes", "layout_of", "read"]
