"""What the page Start says around its cards: `content/en/start.md`."""

from rankviz.lessons.text.content import text
from rankviz.lessons.text.document import outline
from rankviz.lessons.text.lines import decoded

_DOCUMENT = outline(decoded(text("start")), ("learn", "example", "here", "measures"), (), ())
_HEAD, _END = _DOCUMENT.head, _DOCUMENT.end
assert _END is not None

TITLE = _HEAD.heading
INTRODUCTION = _HEAD.words
LEARN = _HEAD.needed("learn", "Name the button to the first lesson").words
EXAMPLE = _HEAD.needed("example", "Name the button to the example").words
HERE = _HEAD.needed("here", "Name the shelf of the first card").words
MEASURES = _HEAD.needed("measures", "Say what the letters of the small pictures mean").words
OWN_DATA = _END.words
