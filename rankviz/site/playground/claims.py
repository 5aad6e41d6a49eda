"""A claim's sliders on its page: the controls, and the engine's answer when one was moved."""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from rankviz.engine.boards import WATCH
from rankviz.engine.choice import Choice
from rankviz.engine.errors import DataError
from rankviz.insight.claims import Claim
from rankviz.site.claim import parts
from rankviz.site.playground.computed_run import written
from rankviz.site.playground.controls import Control, widget
from rankviz.ui.pages.gallery import in_words
from rankviz.ui.pages.gallery.address import CLAIM, read, to_link
from rankviz.ui.state.run_spec import to_state


def controls(claim: Claim) -> list[Control]:
    """Return the sliders of a claim at its default options."""
    return [_slider(option) for option in claim.options]


def answered(name: str, link: str) -> dict[str, Any]:
    """Return what a page shows of the claim `name` at a link's options, given as after the address's `#`.

    Raises DataError for an unknown name, and for what a browser cannot compute.
    """
    opened, messages = read({CLAIM: name, **dict(parse_qsl(link, keep_blank_values=True))})
    if opened is None:
        raise DataError(messages[0])
    claim, options, _ = opened
    proof = claim.run(options)
    chosen = to_link(claim, options)
    del chosen[CLAIM]
    state = to_state(proof.setting.spec, proof.setting.t)
    return {
        "parts": parts(claim, proof),
        "values": {option.name: option.write(options[option.name]) for option in claim.options},
        "link": urlencode(chosen),
        "messages": messages,
        "run": written(WATCH.page, state),
    }


def _slider(option: Choice) -> Control:
    found = widget(option, option.name, option.default)
    if found["kind"] == "number":
        return found | {"kind": "range"}
    if found["kind"] == "one":
        return found | {"options": [[each, in_words.option(each), ""] for each in option.choices]}
    return found
