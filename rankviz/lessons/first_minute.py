"""The first minute: the run the app opens with, its one question, and the captions where the algorithms diverge."""

from rankviz.engine.runs import link
from rankviz.lessons.captions import read
from rankviz.lessons.lesson import RunAt
from rankviz.lessons.text.content import text
from rankviz.lessons.text.document import outline
from rankviz.lessons.text.lines import decoded

_HEAD = outline(decoded(text("first-minute")), ("run", "card", "question", "introduction"), (), ()).head
_LINKED = link.read(_HEAD.needed("run", "Name the run").words)

MOMENT = RunAt(_LINKED.spec, _LINKED.t)
"""The moment the app opens at: before the first round, so that Step shows every round."""
CARD = _HEAD.needed("card", "Name its card on the page Start").words
QUESTION = _HEAD.needed("question", "Ask something").words
INTRODUCTION = _HEAD.needed("introduction", "Introduce it").words
"""What stands in the question's place before the first round, where nothing is asked yet."""
CAPTIONS = read(_HEAD.entries)
"""One for each round. A caption uses only numbers that a tile shows in its round, in the same measure."""
MOST_WORDS = 24
"""Of a caption."""
