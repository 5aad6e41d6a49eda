"""What a page's api answers of claims: asked of CPython and of the Python in a worker, it has to say the same.

It is sent into the worker as it stands, so it imports nothing of the tests.
"""

import json

from rankviz.site.playground.playground_api import PlaygroundApi


def answers(tasks: str) -> str:
    """Answer (name of a claim, link of its options) each, in JSON, with a list of answers in JSON."""
    api = PlaygroundApi()
    asked = [{"ask": "claim", "name": name, "link": link} for name, link in json.loads(tasks)]
    return json.dumps([json.loads(api.answer(json.dumps(each))[0]) for each in asked])
