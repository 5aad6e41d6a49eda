"""The state of a bare address: the example of the first minute, before its first round."""

from rankviz.lessons.first_minute import MOMENT
from rankviz.ui.state.run_spec import to_state

OPENING = to_state(MOMENT.spec, MOMENT.t).but(look="story,curves:r2.e2")
"""The state of a bare address; a link with any choice in it has the defaults for everything that it leaves out."""
