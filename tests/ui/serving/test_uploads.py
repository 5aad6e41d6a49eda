"""Uploads: whose they are, sharing by name, the limits, and what guards them on their way in."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from helpers.pages import ITEMS, app, press, shown_state, stage_data, upload, words
from hypothesis import given
from hypothesis import strategies as some
from starlette.requests import Request
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFileRec

from rankviz import DataError
from rankviz.engine.data import sources
from rankviz.engine.data.tables import csv_cells
from rankviz.ui.controls import column_roles, upload_panel
from rankviz.ui.details import reproduce
from rankviz.ui.runs import runs
from rankviz.ui.serving import address, signing, uploads, visitors
from rankviz.ui.serving.upload_guard import UploadGuard
from rankviz.ui.serving.uploads import GONE, IDLE, Upload, Uploads
from rankviz.ui.serving.visitors import COOKIE, SECRET, VisitorCookie
from rankviz.ui.state import catalog
from rankviz.ui.state.state import State

MB = 2**20


class Clock:
    """Seconds that a test moves on."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def put(store: Uploads, owner: str, number: int, megabytes: int = 1) -> Upload:
    return store.store(owner, "table", [(f"{number}.csv", bytes([number]) * (megabytes * MB))])


def table(store: Uploads, owner: str, content: bytes = b"1") -> Upload:
    return store.store(owner, "table", [("staff.csv", content)])


def here(store: Uploads, visitor: str, one: Upload) -> bool:
    try:
        return store.find(visitor, one.chosen())[0].token == one.token
    except DataError:
        return False


def test_an_upload_opens_for_its_visitor_and_for_nobody_else() -> None:
    store = Uploads()
    mine = table(store, "me")
    assert store.find("me", mine.chosen({"grade": "g"})) == (mine, {"grade": "g"})
    with pytest.raises(DataError, match="does not travel"):
        store.find("you", mine.chosen())
    assert table(store, "you").token != mine.token
    assert table(store, "me") is mine and table(store, "me", b"2").token != mine.token


def test_an_upload_of_another_and_one_that_is_not_here_end_in_the_same_sentence() -> None:
    store, said = Uploads(), set()
    mine = table(store, "me").chosen()
    for choice in (
        mine,
        *map(uploads.parse, (f"upload:{'0' * 24}/a.csv", "upload:@nobody/a.csv", "upload:/a.csv")),
    ):
        with pytest.raises(DataError) as raised:
            store.find("you", choice)
        said.add(str(raised.value).replace("staff.csv", "a.csv"))
    assert len(said) == 1 and GONE in said.pop()


def test_a_shared_upload_opens_for_everybody_until_it_is_not() -> None:
    store = Uploads()
    mine = table(store, "me")
    shared = store.share(mine, " Sälaries /?&#  2026 ")
    assert shared.shared == "Sälaries /?&# 2026"
    choice = shared.chosen({"grade": "g"})
    assert choice.text.startswith("upload:@S%C3%A4laries%20%2F") and mine.token not in choice.text
    assert uploads.parse(choice.text) == choice
    found, options = store.find("you", choice)
    assert found is shared and options == {"grade": "g"}
    assert found.canonical(options) == mine.chosen({"grade": "g"})
    assert here(store, "you", mine)
    again = store.share(shared, "other")
    assert here(store, "you", again)
    with pytest.raises(DataError):
        store.find("you", choice)
    alone = store.unshare(again)
    assert not here(store, "you", alone) and here(store, "me", alone)
    with pytest.raises(DataError):
        store.find("you", again.chosen())


def test_a_name_is_taken_once_and_free_again_when_its_upload_goes() -> None:
    store = Uploads(each=2 * MB)
    mine = store.share(put(store, "me", 1), "Salaries")
    yours = put(store, "you", 2)
    with pytest.raises(DataError, match="There is a shared upload named “SALARIES”"):
        store.share(yours, "SALARIES")
    assert here(store, "you", mine)
    put(store, "me", 3)
    put(store, "me", 4)
    assert not here(store, "me", mine)
    assert store.share(yours, "SALARIES").shared == "SALARIES"


@pytest.mark.parametrize("name", ["", "   ", "\0\n", "x" * 41])
def test_a_name_has_one_to_forty_characters(name) -> None:
    store = Uploads()
    with pytest.raises(DataError, match="1 to 40 characters"):
        store.share(table(store, "me"), name)


@given(some.text(min_size=1, max_size=40), some.text(max_size=60))
def test_an_upload_is_found_by_its_link_whatever_its_names(name, file) -> None:
    store = Uploads()
    mine = store.store("me", "table", [(file, b"1")])
    assert store.find("me", mine.chosen({"grade": name}))[0] is mine
    try:
        shared = store.share(mine, name)
    except DataError:
        return
    found, options = store.find("you", shared.chosen({"grade": name}))
    assert found is shared and options["grade"] == name
    for chosen in (mine.chosen({"grade": name}), shared.chosen({"grade": name})):
        assert chosen.text.isascii() and uploads.parse(chosen.text) == chosen


@given(some.text(max_size=400))
def test_a_link_opens_nothing_but_an_upload_whatever_it_says(text) -> None:
    store = Uploads()
    table(store, "me")
    with pytest.raises(DataError) as raised:
        store.find("you", uploads.parse(f"upload:{text}"))
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 300


def test_beyond_a_visitors_limit_that_visitors_oldest_uploads_go() -> None:
    store = Uploads(each=3 * MB, whole=100 * MB)
    yours = put(store, "you", 9)
    mine = [put(store, "me", number) for number in range(3)]
    assert here(store, "me", mine[0])
    latest = put(store, "me", 3)
    assert [here(store, "me", one) for one in (*mine, latest)] == [True, False, True, True]
    assert here(store, "you", yours)
    assert store.bytes("me") == 3 * MB and store.bytes() == 4 * MB


def test_a_full_server_drops_the_visitors_own_uploads_then_idle_ones_then_refuses() -> None:
    clock = Clock()
    store = Uploads(each=2 * MB, whole=4 * MB, clock=clock)
    a, b = put(store, "a", 1, 2), put(store, "b", 2, 2)
    with pytest.raises(DataError, match="for uploads are full"):
        put(store, "c", 3)
    assert here(store, "a", a) and here(store, "b", b)
    again = put(store, "a", 4, 2)
    assert here(store, "a", again) and not here(store, "a", a)
    clock.now += IDLE + 1
    assert here(store, "a", again)
    new = put(store, "c", 5)
    assert here(store, "c", new) and here(store, "a", again) and not here(store, "b", b)


def test_an_upload_larger_than_all_one_may_have_is_refused_and_nothing_is_lost() -> None:
    store = Uploads(each=2 * MB)
    mine = put(store, "me", 1)
    with pytest.raises(DataError, match="takes 3 MB, and one visitor's may take 2 MB"):
        put(store, "me", 2, 3)
    assert here(store, "me", mine)


def test_looking_leaves_the_order_by_use() -> None:
    """Ten thousand choices of files that are not here neither raise another error nor drop what is."""
    store = Uploads()
    mine = put(store, "me", 1)
    for number in range(10_000):
        with pytest.raises(DataError):
            store.find("me", uploads.parse(f"upload:{number}/x"))
    assert here(store, "me", mine)


def test_an_uploaded_table_is_parsed_once_for_its_columns_and_every_choice_of_roles(
    visit, monkeypatch
) -> None:
    opened, rows = [], csv_cells.rows
    monkeypatch.setattr(
        csv_cells, "rows", lambda data, name, *more: opened.append(name) or rows(data, name, *more)
    )
    lines = "".join(f"i{i},{i % 5},{i % 3},{i % 2}\n" for i in range(8_000))
    mine = uploads.store("table", [("once.csv", b"item,x,y,grade\n" + lines.encode())])
    file = upload_panel._main(mine)
    head = column_roles.table_head(file)
    assert head.rows == 5_000 and column_roles.guessed(head)["grade"] == "grade"
    for options in ({}, {"ignore": "y"}, {"grade": "y", "ignore": "grade"}):
        problem = runs.problem(State(data=mine.chosen(options), rounds=2))
        fresh = sources.load_upload("table", mine.files[0][1], "once.csv", **options)
        assert problem.identity == fresh.identity
    assert opened == ["once.csv"] * 4  # one for the page, and the three of this test


# ---------------------------------------------------------------- on the page


@pytest.fixture
def visit(monkeypatch) -> Callable[[str], None]:
    """Say for which visitor the page runs from here on: for "me", until another is said."""

    def said(secret: str) -> None:
        monkeypatch.setattr(visitors, "current", lambda: secret)

    said("me")
    return said


@pytest.mark.slow
def test_a_link_to_somebody_elses_upload_ends_in_a_sentence(visit) -> None:
    mine = upload(app(), "table", "mine.csv", ITEMS)
    link = dict(mine.query_params)
    assert app(**link).warning.len == 0
    visit("you")
    other = app(**link)
    assert "does not travel" in other.warning[0].value
    assert not str(shown_state(other)["data"]).startswith("upload:")


RATINGS = b"1\t1\t5\t0\n1\t2\t3\t0\n2\t1\t4\t0\n2\t2\t1\t0\n"


@pytest.mark.parametrize(
    ("scheme", "first", "second", "source"),
    [
        ("table", ("x.csv", b"item,f\na,1\nb,2\n"), ("p.csv", b"higher,lower\nb,a\n"), "table:x.csv?pairs=p.csv"),
        ("weak", ("w.csv", b"item,h\na,1\nb,0\n"), ("p.csv", b"higher,lower\na,b\n"), "weak:w.csv?pairs=p.csv"),
        ("letor", ("l.txt", b"1 1:2\n0 1:1\n"), ("sizes", b"2\n"), "letor:l.txt?query_file=sizes"),
        ("movielens", ("u.data", RATINGS), ("u.item", b"1|Heat|x\n"), "movielens:u.data"),
    ],
)  # fmt: skip
def test_a_second_file_is_read_by_its_kind_and_named_in_the_lines(
    scheme, first, second, source, visit, monkeypatch, tmp_path
) -> None:
    mine = uploads.store(scheme, [first, second])
    assert catalog.load_upload(mine, {}).n_pairs == 1
    state = State(data=mine.chosen(), rounds=2)
    assert reproduce.source(state) == source
    for name, content in (first, second):
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    assert sources.load(source).n_pairs == 1


@pytest.mark.slow
def test_sharing_by_name_on_the_page(visit) -> None:
    mine = upload(app(), "table", "mine.csv", ITEMS)
    run = stage_data(mine)["run_url"]
    assert "Only this browser can open it" in words(mine, "caption")
    mine.text_input(key="upload-name").set_value("our team").run()
    press(mine, "Share")
    assert not mine.error and "Shared as" in words(mine, "warning")
    link = dict(mine.query_params)
    assert link["data"].startswith("upload:@our%20team/mine.csv")
    assert stage_data(mine)["run_url"] == run
    visit("you")
    other = app(**link)
    assert not other.error and other.warning.len == 0
    assert stage_data(other)["run_url"] == run
    assert not [one for one in other.button if one.label == "Stop sharing"]
    visit("me")
    press(mine, "Stop sharing")
    assert not mine.error and "@" not in mine.query_params["data"]
    visit("you")
    other.run()
    assert "does not travel" in other.error[0].value
    assert stage_data(other)["run_url"] != run
    assert "does not travel" in app(**link).warning[0].value


@pytest.mark.slow
def test_a_name_that_is_taken_is_said(visit) -> None:
    visit("first")
    uploads.STORE.share(uploads.store("table", [("x.csv", ITEMS)]), "taken name")
    visit("second")
    mine = upload(app(), "table", "mine.csv", ITEMS)
    mine.text_input(key="upload-name").set_value("Taken name").run()
    press(mine, "Share")
    assert "Choose another name" in mine.error[0].value
    assert str(shown_state(mine)["data"]).startswith("upload:")


@pytest.mark.slow
def test_a_corrected_value_is_shown(visit) -> None:
    test = upload(app(), "table", "mine.csv", ITEMS)
    test.switch_page("pages/data.py").run()
    assert test.dataframe[-1].value["weight"][1] == 1
    test.file_uploader[0].set_value(("mine.csv", ITEMS.replace(b"i1,1,1,", b"i1,1,7.5,"), "text/csv")).run()
    assert not test.error
    assert test.dataframe[-1].value["weight"][1] == 7.5


@pytest.mark.slow
def test_streamlit_keeps_no_copy_of_what_was_taken(monkeypatch) -> None:
    held = []
    monkeypatch.setattr(MemoryUploadedFileManager, "remove_file", lambda *given: held.append(given))
    test = upload(app(), "table", "mine.csv", ITEMS)
    assert len(held) == 1 and test.file_uploader[0].value is None


@pytest.mark.slow
def test_titles_can_follow_their_ratings_and_pairs_wait_for_their_items(visit) -> None:
    test = upload(app(holdout="0"), "table", "items.csv", b"item,x,y\na,1,5\nb,2,4\nc,3,1\n")
    test.file_uploader[1].set_value(("pairs.csv", b"higher,lower\na,b\nb,c\n", "text/csv")).run()
    assert not test.error
    found, _ = uploads.find(shown_state(test).source)
    assert [name for name, _ in found.files] == ["items.csv", "pairs.csv"]


@pytest.mark.slow
def test_an_upload_there_is_no_room_for_leaves_what_was_there(visit, monkeypatch) -> None:
    monkeypatch.setattr(uploads, "STORE", Uploads(each=len(ITEMS) + 5))
    test = upload(app(), "table", "mine.csv", ITEMS)
    before = test.query_params["data"]
    test.file_uploader[0].set_value(("large.csv", ITEMS * 2, "text/csv")).run()
    assert "one visitor's may take" in words(test, "error")
    assert test.query_params["data"] == before
    test.run()
    assert not test.error


# ---------------------------------------------------------------- the cookie


async def ask(app, scope: dict, *body: bytes, ends: bool = True) -> list[dict]:
    """What the app sends for a request whose body comes in these parts; without an end nothing comes after them."""
    sent: list[dict] = []
    parts = list(body or (b"",))

    async def receive() -> dict:
        await asyncio.sleep(0)
        if not parts:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts) or not ends}

    async def send(message: dict) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


async def page(scope, receive, send) -> None:
    """Answers everything with a page."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"max-age=60")]})
    await send({"type": "http.response.body", "body": b"page"})


def answered(**headers: str) -> dict[str, str]:
    asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": asked}
    start = asyncio.run(ask(VisitorCookie(page), scope))[0]
    return {name.decode(): value.decode() for name, value in start["headers"]}


def test_a_browser_gets_its_secret_with_the_first_page_and_only_then() -> None:
    first, second = (answered(accept="text/html,*/*") for _ in range(2))
    name, _, rest = first["set-cookie"].partition("=")
    secret, _, about = rest.partition(";")
    assert name == COOKIE and SECRET.fullmatch(visitors.in_cookies({COOKIE: secret}))
    assert "HttpOnly" in about and "SameSite=Lax" in about and "Secure" not in about
    assert first["cache-control"] == "no-store"
    assert first["set-cookie"] != second["set-cookie"]
    assert "set-cookie" not in answered(accept="text/html", cookie=f"a=b; {COOKIE}={secret}")
    assert "set-cookie" not in answered(accept="*/*")
    assert "set-cookie" in answered(accept="text/html", cookie=f"{COOKIE}=guess")


@pytest.mark.parametrize(
    ("header", "value", "secure"),
    [
        ("x_forwarded_proto", "https", True),
        ("x_forwarded_proto", "https, http", True),  # a proxy behind the first one speaks plain HTTP
        ("x_forwarded_proto", "HTTPS,http", True),
        ("x_forwarded_proto", "http, https", False),  # the browser would not send it back
        ("x_forwarded_proto", "http", False),
        ("x_forwarded_scheme", "https", True),
        ("x_forwarded_protocol", "ssl", True),
        ("x_url_scheme", "https", True),
        ("x_forwarded_ssl", "on", True),
        ("x_forwarded_ssl", "off", False),
        ("front_end_https", "On", True),
        ("forwarded", "for=192.0.2.1;proto=https;by=10.0.0.1", True),
        ("forwarded", 'for="[2001:db8::1]"; Proto="https", for=10.0.0.1;proto=http', True),
        ("forwarded", "for=192.0.2.1;proto=http, for=10.0.0.1;proto=https", False),
        ("forwarded", "for=https;host=proto", False),
    ],
)
def test_the_cookie_is_secure_where_a_proxy_says_that_the_line_is(
    header: str, value: str, secure: bool
) -> None:
    cookie = answered(accept="text/html", **{header: value})["set-cookie"]
    assert ("Secure" in cookie) is secure


@pytest.mark.parametrize(("base", "path"), [("", "/"), ("rankviz", "/rankviz"), ("/a/b/", "/a/b")])
def test_the_cookie_is_sent_to_the_folder_of_the_app_and_to_no_other(
    base: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address.config, "get_option", {"server.baseUrlPath": base}.get)
    assert f"; Path={path};" in answered(accept="text/html")["set-cookie"]


def test_a_cookie_that_the_server_has_not_signed_is_no_visitors() -> None:
    """Anybody could be as many visitors as they can invent names, and take the limits of each."""
    invented = "s" * 32
    assert signing.SIGNING.load()
    signed = signing.SIGNING.signed(invented)
    stranger = signing.Signing(lambda: b"another server's")
    assert stranger.load()
    assert visitors.in_cookies({COOKIE: signed}) == invented
    made_up = invented, f"{invented}.", f"{invented}.{'A' * 32}", "é.ü", ""
    altered = f"{'x' * 32}{signed[32:]}", signed[:-1], f"{signed}="
    for cookie in (*made_up, *altered, stranger.signed(invented), signing.SIGNING.signed("short")):
        assert visitors.in_cookies({COOKIE: cookie}) == "", cookie
        sent = f"{COOKIE}={cookie}".encode().decode("latin-1")
        assert "set-cookie" in answered(accept="text/html", cookie=sent)


def test_nothing_is_signed_before_the_secret_can_be_read(monkeypatch) -> None:
    def later() -> bytes:
        raise signing.OutOfReach

    late = signing.Signing(later)
    assert not late.load() and late.read("text.signature") == ""
    with pytest.raises(signing.OutOfReach):
        late.signed("text")
    monkeypatch.setattr(visitors, "SIGNING", late)
    assert "set-cookie" not in answered(accept="text/html")
    late.kept = lambda: b"now"
    assert "set-cookie" in answered(accept="text/html") and late.read(late.signed("text")) == "text"
    monkeypatch.setenv(signing.VARIABLE, "one for all machines")
    one, other = signing.Signing(lambda: b"1"), signing.Signing(lambda: b"2")
    assert one.load() and other.load() and other.read(one.signed("text")) == "text"


def test_browsers_that_come_at_once_are_signed_with_one_secret() -> None:
    """Where the store cannot be written each reading gives another secret: the last would undo the first cookies."""
    both, secrets = threading.Barrier(2, timeout=0.2), iter((b"1", b"2"))

    def kept() -> bytes:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait()
        return next(secrets)

    one = signing.Signing(kept)

    def signed(_: int) -> str:
        one.load()
        return one.signed("text")

    with ThreadPoolExecutor(2) as two:
        cookies = set(two.map(signed, range(2)))
    assert len(cookies) == 1 and next(secrets) == b"2"


# ---------------------------------------------------------------- the guard


@pytest.fixture
def manager(monkeypatch) -> MemoryUploadedFileManager:
    """Streamlit's store of files that wait."""
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    runtime = SimpleNamespace(uploaded_file_mgr=manager)
    monkeypatch.setattr("rankviz.ui.serving.upload_guard.exists", lambda: True)
    monkeypatch.setattr("rankviz.ui.serving.upload_guard.Runtime", SimpleNamespace(instance=lambda: runtime))
    return manager


def guarded(manager: MemoryUploadedFileManager, **limits: float) -> UploadGuard:
    """The guard before a server that reads a file and stores it."""

    async def store(scope, receive, send) -> None:
        body = b"".join([part async for part in Request(scope, receive).stream()])
        session, file = scope["path"].split("/")[-2:]
        manager.add_file(session, UploadedFileRec(file, "x", "y", body))
        await page(scope, receive, send)

    return UploadGuard(store, **limits)


async def send_file(
    guard: UploadGuard, session: str, file: str, size: int | None, *body: bytes, ends=True
) -> int:
    """The status of the answer to a file that announces that size; by default it comes in two parts."""
    path = f"/rankviz/_stcore/upload_file/{session}/{file}"
    headers = [] if size is None else [(b"content-length", str(size).encode())]
    scope = {"type": "http", "method": "PUT", "path": path, "headers": headers}
    parts = body or (bytes((size or 0) // 2), bytes((size or 0) - (size or 0) // 2))
    return (await ask(guard, scope, *parts, ends=ends))[0]["status"]


def test_files_being_sent_count_towards_the_limits(manager) -> None:
    guard = guarded(manager, each=100, whole=250)

    async def at_once(*files: tuple[str, str, int]) -> list[int]:
        return await asyncio.gather(*(send_file(guard, *file) for file in files))

    assert asyncio.run(at_once(("a", "1", 60), ("a", "2", 60))) == [200, 413]
    for session, file, size, status in (("a", "3", 40, 200), ("a", "4", 1, 413), ("b", "1", None, 413)):
        assert asyncio.run(send_file(guard, session, file, size)) == status
    assert asyncio.run(at_once(("b", "1", 90), ("c", "1", 90))) == [200, 413]
    manager.remove_session_files("a")
    assert asyncio.run(send_file(guard, "c", "1", 90)) == 200
    assert not +guard._coming


def test_more_than_was_announced_is_refused(manager) -> None:
    guard = guarded(manager, each=100, whole=250)
    assert asyncio.run(send_file(guard, "a", "1", 10, bytes(60), bytes(60), bytes(60))) == 413
    assert not guard._coming and not manager.file_storage.get("a")


def test_announced_files_that_are_not_sent_take_no_room(manager) -> None:
    """16 connections that announced 99 MB each kept everybody else's files out for as long as they stayed."""
    guard = guarded(manager, each=100, whole=250, idle=0.05)

    async def attack() -> tuple[int, list[int]]:
        sending = (send_file(guard, f"s{k // 2}", str(k), 99, b"x", ends=False) for k in range(16))
        idle = [asyncio.ensure_future(each) for each in sending]
        while guard._coming.total() < len(idle):
            await asyncio.sleep(0)
        others = await send_file(guard, "me", "1", 90)
        assert not any(one.done() for one in idle)
        return others, await asyncio.gather(*idle)

    others, dropped = asyncio.run(attack())
    assert others == 200 and dropped == [408] * 16
    assert not guard._coming and list(manager.file_storage) == ["me"]


def test_a_file_that_was_taken_and_is_named_once_more_changes_nothing(monkeypatch) -> None:
    memory: dict[str, object] = {"place": DeletedFile("gone"), upload_panel.ROUND: 3}
    monkeypatch.setattr(upload_panel.st, "session_state", memory)
    upload_panel._take("table", "place", None)
    assert memory[upload_panel.ROUND] == 3
    assert not {upload_panel.LATEST, upload_panel.MESSAGE} & set(memory)
