"""A run as one file: the same bytes for the same run, nothing that asks a server, and no text of data as markup."""

import gzip
import html
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.hostile import HOSTILE, QUOTED, hostile
from helpers.printable import ASKS, bytes_of, carried

import rankviz
from rankviz.board.offline import facts, filters, modules, page, theorems
from rankviz.board.offline.part import part_of
from rankviz.board.offline.printable import printable
from rankviz.board.payload import pack
from rankviz.board.wire import locate, unpack
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.boards import BOARDS
from rankviz.engine.runs.spec import of_trace
from rankviz.insight.theory import monitor

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    problem = rankviz.load("synthetic:linear?n=24&queries=2", seed=1)
    return rankviz.trace(problem, ["rb-d", "rb-plus"], 8, holdout=0.0, seed=1)


class Tags(HTMLParser):
    """The elements of a page with their attributes, as a browser takes them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def undone(array: np.ndarray, how: filters.Filter) -> bytes:
    """What `filters.apply` is to be undone to: sums along the axis, by the definition. A prediction is not added."""
    raw = filters.apply(array, how)
    size = array.dtype.itemsize
    if how.bytes_apart:
        raw = b"".join(raw[k :: len(raw) // size] for k in range(len(raw) // size))
    shape = array.shape[::-1] if how.turned else array.shape
    values = np.frombuffer(raw, dtype=f"<u{size}").reshape(shape)
    for _ in range(how.order):
        values = np.cumsum(values, axis=how.axis, dtype=values.dtype)
    return (values.T if how.turned else values).tobytes()


# ---------------------------------------------------------------- the file


def test_the_same_run_gives_the_same_bytes(trace: rankviz.Trace, tmp_path: Path) -> None:
    again = rankviz.trace(
        rankviz.load("synthetic:linear?n=24&queries=2", seed=1), ["rb-d", "rb-plus"], 8, seed=1
    )
    for k, each in enumerate((trace, again)):
        each.to_html(tmp_path / f"{k}.html")
    made = (tmp_path / "0.html").read_bytes()
    assert made == (tmp_path / "1.html").read_bytes() == page.page(trace)
    other = page.page(rankviz.trace(trace.problem, ["rb-d"], 8))
    nonce = re.compile(rb'nonce="([0-9a-f]{32})"')
    assert len(set(nonce.findall(made))) == 1 and nonce.findall(made) != nonce.findall(other)


def test_what_it_carries_is_the_run(trace: rankviz.Trace) -> None:
    made = page.page(trace)
    opening = json.loads(carried(made, "opening"))
    texts, arrays = unpack(pack(trace, shareable=False))
    there, filtered = unpack(carried(made, "run"))
    assert there == texts and list(filtered) == list(arrays) and opening["filters"]
    changed = changes = 0
    for name, (_, array) in locate(pack(trace, shareable=False)).items():
        how = filters.Filter(*opening["filters"].get(name, filters.PLAIN))
        changes += how != filters.PLAIN
        if how.predicted:
            continue  # test_predictions.py adds them
        assert filtered[name].tobytes() == filters.apply(array, how)
        assert undone(array, how) == array.tobytes(), name
        changed += filtered[name].tobytes() != array.tobytes()
    assert changes == len(opening["filters"]) and changed > 5


@pytest.mark.parametrize("kind", ["f8", "f4", "u1", "u2", "u4", "i4"])
def test_every_filter_can_be_undone(kind: str) -> None:
    rng = np.random.default_rng(3)
    bits = rng.integers(0, 256, 6 * 5 * 4 * np.dtype(kind).itemsize, dtype="u1")
    array = np.frombuffer(bits.tobytes(), dtype=f"<{kind}").reshape(6, 5, 4)
    for order in range(max(filters.ORDERS) + 1):
        for axis in range(3):
            for apart in range(2):
                assert undone(array, filters.Filter(order, axis, apart)) == array.tobytes()
                table, turned = array.reshape(6, 20), filters.Filter(order, min(axis, 1), apart, 1)
                assert undone(table, turned) == table.tobytes()


def test_bytes_are_characters_that_end_no_script() -> None:
    contents = bytes(np.random.default_rng(5).integers(0, 256, 400, dtype="u1"))
    for size in (*range(30), 400):
        text = printable(contents[:size])
        assert bytes_of(text) == contents[:size]
        assert re.fullmatch(r"[!-~]*", text) and not set(text) & set('<&"')


def test_nothing_in_it_asks_a_server(trace: rankviz.Trace) -> None:
    tags = Tags(page.page(trace).decode()).found
    policy = next(
        a["content"] for t, a in tags if t == "meta" and a.get("http-equiv") == "Content-Security-Policy"
    )
    assert (
        policy
        and policy.startswith("default-src 'none'; ")
        and "connect" not in policy
        and "unsafe-eval" not in policy
    )
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    assert not [t for t, a in tags if t in ("link", "img", "iframe") or "src" in a]
    stage = {"arena", "follow", "workbench"}  # what those carry is of pages that have a server
    for file in (*modules.FRONTEND.glob("stage/**/*.js"), *modules.FRONTEND.glob("offline/*.js")):
        if file.parent.name not in stage and file.name not in ("boot.js", "linked.js"):
            name = file.relative_to(modules.FRONTEND).as_posix()
            assert not ASKS.search(COMMENT.sub("", file.read_text())) or name == "stage/host/app.js", name


def test_names_of_data_are_never_markup() -> None:
    trace = hostile()
    made = page.page(trace, link=f"https://example.org/?data={HOSTILE}{QUOTED}").decode()
    plain = page.page(rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d", "qbrank"], 3)).decode()
    assert HOSTILE not in made and html.escape(HOSTILE) in made
    for text in (made, plain):
        tags = {tag for tag, _ in Tags(text).found}
        assert not tags & {"img", "svg"}
        assert not [a for _, a in Tags(text).found if any(name.startswith("on") for name in a)]
    assert made.count("<script") == plain.count("<script") and made.count("</script>") == plain.count(
        "</script>"
    )
    framed = page.frame(trace)
    assert [tag for tag, _ in Tags(framed).found] == ["iframe"]
    attributes = Tags(framed).found[0][1]
    assert attributes["srcdoc"] == page.page(trace).decode()
    assert attributes["sandbox"] and "allow-same-origin" not in attributes["sandbox"].split()


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "data:text/html,x", "/watch?t=1", "file:///etc/passwd"]
)
def test_a_link_leads_to_the_web_or_is_refused(trace: rankviz.Trace, link: str) -> None:
    with pytest.raises(rankviz.DataError, match="The link is"):
        page.page(trace, link=link)


# ---------------------------------------------------------------- what it says


def test_without_scripts_there_is_a_table_of_the_numbers(trace: rankviz.Trace) -> None:
    made = page.page(trace).decode()
    table = made[made.rindex("<noscript>") : made.rindex("</noscript>")]
    rows = re.findall(r"<tr>(.*?)(?=<tr>|</table>)", table)
    assert len(rows) == sum(run.n_rounds + 1 for run in trace.runs)
    cells = re.findall(r"<td>([^<]*)", rows[3])
    run = trace.runs[0]
    assert cells[:2] == ["3", html.escape(trace.pool.label(int(run.ranker[2])))]
    assert float(cells[2].replace("−", "-")) == pytest.approx(run.alpha[2], rel=1e-3)
    assert float(cells[10]) == pytest.approx(np.exp(run.metrics["log_e2"][3]), rel=1e-3)


def test_the_table_has_the_sign_of_an_infinite_weight_and_losses_beyond_floats() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [0.0]], [1, 0, 1])
    trace = rankviz.trace(problem, ["rb-d"], 1, undefined="infinite")
    (_, rows), *_ = facts.tables(trace, part_of(trace, None))
    assert rows[1][2] == "−∞"
    trace = rankviz.trace(rankviz.load("scenario:lemma-1"), ["rb-d"], 2)
    far = {
        name: values + 800.0 if name == "log_e2" else values for name, values in trace.runs[0].metrics.items()
    }
    beyond = replace(trace, runs=(replace(trace.runs[0], metrics=far),))
    (_, rows), *_ = facts.tables(beyond, part_of(beyond, None))
    log = (trace.runs[0].metrics["log_e2"][1] + 800.0) / np.log(10.0)
    assert rows[1][-1] == f"10^{log:.1f}" and "10^" not in rows[1][-2]


def test_of_a_long_run_the_table_has_some_rounds() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=24&noise=1"), ["rb-plus"], 300)
    assert trace.runs[0].n_rounds == 300
    ((title, rows),) = facts.tables(trace, part_of(trace, None))
    assert (
        "every 8 rounds" in title
        and [row[0] for row in rows[1:4]] == ["1", "9", "17"]
        and rows[-1][0] == "300"
    )


def test_the_theorems_are_those_of_the_monitor(trace: rankviz.Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    found = theorems.theorems(trace, part_of(trace, None))
    assert found["every"] == 1
    for run, written in zip(trace.runs, found["runs"], strict=True):
        assert written["at"] == list(range(run.n_rounds + 1))
        for i, t in enumerate(written["at"]):
            shown = [row for row in written["rows"] if i >= row["first"]]
            want = monitor.rows(trace, run, t)
            assert [row["name"] for row in shown] == [row.name for row in want]
            for row, its in zip(shown, want, strict=True):
                k = i - row["first"]
                sides = [row[side].split(theorems.BETWEEN)[k] for side in ("left", "right", "slack")]
                assert sides == [its.text("left"), its.text("right"), its.text("slack")]
                assert theorems.VERDICTS[row["verdicts"][k]] == its.verdict
                assert found["why"][row["why"][k]] == its.because
    monkeypatch.setattr(theorems, "MAX_ROWS", 100)
    fewer = theorems.theorems(trace, part_of(trace, None))
    assert fewer["every"] > 1 and fewer["runs"][0]["at"][-1] == 8
    assert sum(len(run["at"]) * len(run["rows"]) for run in fewer["runs"]) <= 150


def test_it_says_what_the_run_is_of_and_how_it_is_made_again(trace: rankviz.Trace) -> None:
    made = page.page(trace, link="https://example.org/rankviz/?data=x&t=3").decode()
    spec = of_trace(trace)
    for text in (spec.command("run.html"), spec.python(), trace.problem.title, rankviz.__version__, "seed 1"):
        assert html.escape(text) in made
    assert 'href="https://example.org/rankviz/?data=x&amp;t=3"' in made
    arrays = rankviz.Problem.from_arrays(trace.problem.X, trace.problem.grades)
    assert "python -m rankviz" not in page.page(rankviz.trace(arrays, ["rb-d"], 2)).decode()


# ---------------------------------------------------------------- how large it is


@pytest.mark.slow
def test_above_the_limit_it_says_why_and_what_fits(
    trace: rankviz.Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [len(page.page(trace, rounds=t)) for t in (2, 8)]
    monkeypatch.setattr(page, "MOST_BYTES", sum(sizes) // 2)
    told = "more than the [01] MB.*Take an excerpt of [2-7] rounds.*--excerpt 0-[2-7]"
    with pytest.raises(rankviz.DataError, match=told):
        page.page(trace)
    part = json.loads(carried(page.page(trace, rounds=2), "drawer"))["theorems"]["runs"]
    assert [run["at"][-1] for run in part] == [2, 2]
    assert "0–2 of 8" in page.page(trace, rounds=2).decode()
    said = trace._repr_html_()
    assert said.startswith("<p>") and "<iframe" not in said
    with pytest.raises(rankviz.DataError, match="at least 1"):
        page.page(trace, rounds=0)
    for rounds in ((3, 3), (-1, 3), (8, 9), (5, 2)):
        with pytest.raises(rankviz.DataError, match="from 0 to 7"):
            page.page(trace, rounds=rounds)


def test_what_a_page_has_at_most_is_no_less_than_it_has(trace: rankviz.Trace) -> None:
    assert len(page.page(trace)) <= page.most_bytes(len(gzip.compress(pack(trace), compresslevel=2)))


# ---------------------------------------------------------------- the stage in it


def test_every_layout_is_a_board_and_somebodys() -> None:
    assert set(BOARDS) == set(layouts()) == {entry.board.name for entry in ALGORITHMS.values()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithms", "layout"),
    [
        (["rb-d", "rb-plus"], "watch"),
        (["rb-d", "smooth-margin"], "margins"),
        (["rb-d", "adaboost"], "skew"),
        (["qbrank", "gbt", "rb-d"], "qbrank"),
        (["kernel-gd"], "kernel"),
        (["kernel-gd", "qbrank"], "watch"),
        (["smooth-margin", "adaboost"], "skew"),
    ],
)
def test_the_layout_is_that_of_the_algorithms(algorithms: list[str], layout: str) -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=12"), algorithms, 2, positive=1.0)
    assert page.layout_of(trace) == layout
    opening: dict[str, Any] = json.loads(carried(page.page(trace), "opening"))
    assert opening["layout"] == layout


def layouts() -> list[str]:
    text = modules.text_of("stage/layouts/layouts.js")
    return re.findall(r"(\w+): [A-Z]+\b", text[text.index("LAYOUTS =") :])


def test_a_page_speaks_the_language_it_was_saved_in(trace: rankviz.Trace) -> None:
    opens = {"now": "de", "all": [], "words": {"Step": "Schritt"}}
    made = page.page(trace, looks=page.Looks("watch", language=opens))
    assert json.loads(carried(made, "opening"))["language"] == opens
    assert "language" not in json.loads(carried(page.page(trace), "opening"))


def test_every_file_of_the_offline_page_is_in_it(trace: rankviz.Trace) -> None:
    made = page.page(trace).decode()
    for name in ("boot.js", "offline.css", "colours.css"):
        assert modules.shortest(f"offline/{name}").strip() in made
    without = re.sub('(<script type="application/octet-stream"[^>]*>)[^<]*', r"\1", made)
    assert "{{" not in without and "{{" in modules.text_of("offline/page.html")
