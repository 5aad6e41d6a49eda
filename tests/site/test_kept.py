"""What a visitor keeps at the playground's api: a run as a page, and a playlist as a page and as a text."""

import base64
import json
from typing import Any

import pytest

from rankviz.lessons.playlists.playlist import from_bytes
from rankviz.site.playground.playground_api import PlaygroundApi

HERE = "https://example.org/site/playground.html"
RUN = "watch?data=scenario:places-to-stay&alg=rb-d,rb-plus&rounds=5&holdout=0"
SKEW = "margins?data=scenario:skew&alg=rb-d,adaboost&rounds=5&holdout=0&t=2"
MINE = [
    {"link": f"{RUN}&t=1", "title": "Begin", "note": "Look\n# here", "ask": "next ranker"},
    {"link": f"{RUN}&t=3", "title": "", "note": "", "ask": ""},
    {"link": SKEW, "title": "Skew", "note": "", "ask": ""},
]


def asked(api: PlaygroundApi, **question: object) -> tuple[dict[str, Any], bytes]:
    answer, contents = api.answer(json.dumps(question))
    return json.loads(answer), contents


@pytest.fixture
def api() -> PlaygroundApi:
    return PlaygroundApi()


def own(api: PlaygroundApi) -> str:
    table = "item,x,grade\n" + "".join(f"i{k},{k},{k % 2}\n" for k in range(8))
    files = [["a.csv", base64.b64encode(table.encode()).decode()]]
    return str(asked(api, ask="keep", link=f"{RUN}&t=1", scheme="", files=files)[0]["link"])


def test_a_run_is_saved_as_a_page_that_leads_back(api: PlaygroundApi) -> None:
    answer, page = asked(api, ask="page", link=SKEW, address=HERE)
    assert answer == {"name": "four-ill-twelve-well.html"}
    text = page.decode()
    assert (
        f'href="{HERE}#margins?data=scenario:skew&amp;alg=rb-d,adaboost' in text and "rankviz trace" in text
    )
    assert 'id="app"' not in asked(api, ask="page", link=SKEW, address="")[1].decode()


def test_a_file_of_ones_own_is_saved_without_a_link(api: PlaygroundApi) -> None:
    page = asked(api, ask="page", link=own(api), address=HERE)[1].decode()
    assert HERE not in page and "table:a.csv" in page


def test_a_playlist_is_a_page_with_each_run_once(api: PlaygroundApi) -> None:
    answer, page = asked(api, ask="playlist", title="", moments=MINE, address=HERE)
    assert answer["name"] == "rankviz.html" and b"<h3>Begin</h3>" in page and b"My playlist" in page
    alone = asked(api, ask="playlist", title="", moments=MINE[:1], address=HERE)[1]
    twice = asked(api, ask="playlist", title="", moments=MINE[:2], address=HERE)[1]
    assert len(twice) < len(alone) + 6000, "a run that both show is there once"


def test_a_playlist_travels_as_text(api: PlaygroundApi) -> None:
    answer, text = asked(api, ask="text", title="Mine", moments=MINE)
    assert answer["name"] == "mine.md" and from_bytes(text).moments[2].page == "margins"
    found = asked(api, ask="opened", contents=base64.b64encode(text).decode())[0]
    assert found == {"title": "Mine", "moments": MINE}
    assert "no title" in asked(api, ask="opened", contents="")[0]["refused"]


def test_what_cannot_be_kept_is_said(api: PlaygroundApi) -> None:
    mine = [{**MINE[0], "link": own(api), "ask": ""}]
    assert "Moment 1 shows your own file" in asked(api, ask="text", title="", moments=mine)[0]["refused"]
    assert asked(api, ask="playlist", title="", moments=mine, address=HERE)[1]
    gone = [MINE[0], {**MINE[1], "link": "watch?data=upload:0123/a.csv&alg=rb-d"}]
    said = asked(api, ask="playlist", title="", moments=gone, address=HERE)[0]["refused"]
    assert said.startswith("Moment 2: ") and said.endswith("Remove it.")
    assert "no moments" in asked(api, ask="playlist", title="", moments=[], address=HERE)[0]["refused"]
