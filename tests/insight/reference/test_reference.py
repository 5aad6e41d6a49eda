"""The reference is whole and true: nothing is used without its entry, and every place, test and tolerance exists."""

import ast
import inspect
import linecache
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import rankviz
from rankviz.board.glossary import glossary
from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting import equations
from rankviz.insight import reference
from rankviz.insight.claims import CLAIMS
from rankviz.insight.claims.limit import limit
from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, Check, Entry, places
from rankviz.insight.reference.search import Field, ranked, stem
from rankviz.insight.theory import rankboost
from rankviz.ui.details.details import COLUMNS

ROOT = Path(__file__).parents[3]
HELPERS = sorted((ROOT / "tests/helpers").glob("*.py"))
CHECKS = list(dict.fromkeys(check for entry in ENTRIES for check in entry.checks))

every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.test.split("::")[-1])


# ---------------------------------------------------------------- nothing is left out


def test_every_equation_of_the_engine_has_an_entry() -> None:
    named = {code for entry in ENTRIES for code in entry.code}
    functions = inspect.getmembers(equations, inspect.isfunction)
    own = [name for name, f in functions if f.__module__ == equations.__name__ and not name.startswith("_")]
    assert len(own) >= 9
    missing = [name for name in own if f"{equations.__name__}:{name}" not in named]
    assert not missing, f"add an entry to rankviz/reference for {missing}"


def test_every_row_of_the_monitor_has_an_entry() -> None:
    described = [key for entry in ENTRIES for key in entry.theorems]
    assert set(described) == set(rankboost.NAMES)
    assert len(described) == len(rankboost.NAMES), "a row is described twice"


def test_every_reference_of_the_monitor_is_found() -> None:
    for group in (*rankboost.THEOREMS.values(), rankboost.ALWAYS):
        for claim in group:
            assert reference.named(claim.equation), claim.equation


def test_whatever_the_app_cites_is_found() -> None:
    assert {claim.reference for claim in CLAIMS.values()} <= {entry.key for entry in ENTRIES}
    folders = ("rankviz/explain", "rankviz/insight/reference/formulas")
    for path in (path for folder in folders for path in (ROOT / folder).glob("*.py")):
        for cited in re.findall(r'"((?:RB\+|SM) [^"{]+)"', path.read_text(encoding="utf-8")):
            assert reference.named(cited.partition(":")[0]), (path.name, cited)


def test_every_symbol_of_the_app_is_explained() -> None:
    known = {symbol.symbol for symbol in SYMBOLS}
    assert len(glossary()["watch"]) >= 15 and set(glossary()["watch"]) <= known
    heads = {column["label"] for column in COLUMNS.values()}
    assert {head for head in heads if head and re.search("[α-ωΑ-Ω]|^Z$", head)} <= known


# ---------------------------------------------------------------- entries are well made


def test_every_topic_has_entries_and_stands_in_its_part() -> None:
    assert list(dict.fromkeys(entry.group for entry in ENTRIES)) == [
        group for part in PARTS for group in part.groups
    ]


@every_entry
def test_an_entry_is_whole(entry: Entry) -> None:
    assert entry.says.endswith(".") and entry.says[0].isupper()
    for key in entry.keys:
        assert reference.find(key) is entry


@every_entry
def test_its_latex_parses(entry: Entry) -> None:
    for line in entry.latex:
        bare = re.sub(r"\\[{}]", "", line)
        depth = 0
        for letter in bare:
            depth += (letter == "{") - (letter == "}")
            assert depth >= 0, line
        assert depth == 0, line
        assert len(re.findall(r"\\left\b", line)) == len(re.findall(r"\\right\b", line))
        begun, ended = re.findall(r"\\begin{(\w+)}", line), re.findall(r"\\end{(\w+)}", line)
        assert begun == ended[::-1]
        assert line == line.strip() and "$" not in line


@every_entry
def test_its_code_is_there(entry: Entry) -> None:
    for code in entry.code:
        file, _, line = reference.where(code).partition(":")
        text = (ROOT / file).read_text(encoding="utf-8").splitlines()
        name = code.split(":")[1].split(".")[-1]
        first = int(line) - 1
        assert any(re.search(rf"\b{name}\b", there) for there in text[first : first + 3]), code


@pytest.mark.slow
@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.symbol)
def test_a_symbol_is_whole(symbol: reference.Symbol) -> None:
    assert symbol.meaning.endswith(".")
    folders = [ROOT / "rankviz" / room for room in ("ui", "board", "engine")]
    sources = [file for folder in folders for kind in ("py", "js") for file in folder.rglob(f"*.{kind}")]
    shown = "".join(path.read_text(encoding="utf-8") for path in sources)
    for place in symbol.seen:
        assert f'"{place}"' in shown, place


# ---------------------------------------------------------------- tests and tolerances


@cache
def sources_of(path: Path) -> dict[str, str]:
    """The source of each function and constant at the top of a module, by its name."""
    text = path.read_text(encoding="utf-8")
    lines, found = text.split("\n"), {}
    for node in ast.parse(text).body:
        lines_of = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.FunctionDef):
            found[node.name] = lines_of
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = lines_of
    return found


def compared_in(check: Check) -> list[str]:
    """The lines of the test and of the constants in it; where no tolerance is among them, of all that it calls, too."""
    file, _, name = check.test.partition("::")
    known = {key: text for path in HELPERS for key, text in sources_of(path).items()} | sources_of(
        ROOT / file
    )
    assert name in sources_of(ROOT / file), f"{check.test} does not exist"
    found, new = {name}, {name}
    while new:
        new = {word for each in new for word in re.findall(r"\w+", known[each]) if word in known} - found
        own = "\n".join(known[each] for each in (name, *(word for word in new if word.isupper())))
        if found == {name} and re.search(r"\d+e-\d+|approx\(|[<>]= 0\.\d|VIOLATED|==|matrix_rank", own):
            return own.splitlines()
        found |= new
    return [line for each in sorted(found) for line in known[each].splitlines()]


@pytest.mark.slow
@every_check
def test_its_tolerance_is_the_tests_own(check: Check) -> None:
    lines = compared_in(check)
    numbers = re.findall(r"\d+e-\d+|0\.\d+|\d+ %", check.tolerance)
    if "rounding.py" in check.tolerance:
        assert (
            any(re.search(r"VIOLATED|not violated\(", line) for line in lines)
            and (ROOT / "rankviz/insight/theory/rounding.py").is_file()
        )
    elif "exact" in check.tolerance:
        assert not numbers
        assert any(re.search(r"==|matrix_rank\(", line) and "approx(" not in line for line in lines)
    else:
        assert numbers
        for number in numbers:
            share = re.fullmatch(r"(\d+) %", number)
            written = f"0.{int(share[1]):02}" if share else number
            there = re.compile(rf"(?<![\d.]){re.escape(written)}(?!\d)")
            plain = number == "1e-6" and any(re.search(r"approx\((?!.*\b(rel|abs)=)", line) for line in lines)
            assert plain or any(there.search(line) for line in lines), number


def test_a_wrong_tolerance_is_found() -> None:
    (check,) = (each for each in CHECKS if each.test.endswith("::test_e1_is_the_mean_exponential"))
    for wrong in (
        "1e-8",
        "1e-9 exact",
        "5 %",
        "what rounding can explain (rankviz/insight/theory/rounding.py)",
        "small",
    ):
        with pytest.raises(AssertionError):
            test_its_tolerance_is_the_tests_own(replace(check, tolerance=wrong))


@every_check
def test_its_line_is_shown(check: Check) -> None:
    file, _, line = reference.where_test(check.test).partition(":")
    text = (ROOT / file).read_text(encoding="utf-8").splitlines()
    assert text[int(line) - 1].startswith(f"def {check.test.split('::')[1]}(")


def test_without_the_tests_their_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    for cached in (places.where_test, places._functions):
        cached.cache_clear()
    assert reference.where_test("tests/test_x.py::test_y") == "tests/test_x.py"
    places.where_test.cache_clear()


@pytest.mark.slow
def test_many_visitors_look_places_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread builds a syntax tree: Python 3.11 fails when two of them do."""
    for cached in (places.where, places.where_test, places._functions):
        cached.cache_clear()
    linecache.clearcache()
    codes = [code for entry in ENTRIES for code in entry.code]
    tests = [check.test for check in CHECKS]
    trees: list[object] = []
    parse = ast.parse

    def noted(*given: object, **more: object) -> ast.AST:
        trees.append(given)
        return parse(*given, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(ast, "parse", noted)
    uncached, uncached_test = places.where.__wrapped__, places.where_test.__wrapped__
    with ThreadPoolExecutor(15) as threads:
        for found in threads.map(lambda _: [*map(uncached, codes), *map(uncached_test, tests)], range(15)):
            assert len(found) == len(codes) + len(tests)
    assert not trees


def test_the_limit_49_of_lemma_2() -> None:
    """An infinite weight that outgrows the later one, in finite numbers: Ê1 is Π Z again."""
    problem = rankviz.load("scenario:lemma-2?n=1")
    trace = rankviz.trace(problem, "rb-d", rounds=9, undefined="cap")
    run = trace.runs[0]
    r1, e1 = limit(trace, run)
    assert e1 == pytest.approx(float(np.prod(run.z)), abs=1e-9) == pytest.approx(4 / 25, abs=1e-9)
    h1, h2 = (trace.pool.output(int(ranker)).astype(float) for ranker in run.ranker)
    assert metrics.e1(problem, 900.0 * h1 + 30.0 * h2) == pytest.approx(e1, abs=1e-9)
    assert metrics.r1(problem, 900.0 * h1 + 30.0 * h2) == r1 < metrics.r1(problem, h1 + h2)


# ---------------------------------------------------------------- looking things up


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("34", "34"),
        ("(34)", "34"),
        ("RB+ (34)", "34"),
        ("rb+ 23", "22"),
        ("Theorem 1", "theorem-1"),
        ("Thm. 3", "theorem-3"),
        ("RB+ Obs. 1", "observation-1"),
        ("RB+ Prop. 2", "proposition-2"),
        ("SM (3)", "sm-3"),
        ("lemma-2", "lemma-2"),
        ("Section 3.2", "section-3-2"),
        ("RB+ (22)–(24)", "22"),
        ("equation 34", "34"),
    ],
)
def test_entries_are_found_by_what_people_call_them(name: str, key: str) -> None:
    assert reference.named(name)[0].key == key
    assert "–" in name or reference.find(name).key == key


def test_several_are_found_in_one_text() -> None:
    assert [entry.key for entry in reference.named("RB+ (12), (14)")] == ["12", "14"]
    assert [entry.key for entry in reference.named("RB+ (11), (27), nonsense")] == ["11", "27"]
    assert reference.named("") == ()


def test_the_search_knows_symbols_words_code_and_numbers() -> None:
    assert reference.search("") == (SYMBOLS, ENTRIES)
    assert [symbol.symbol for symbol in reference.search("R1")[0]][0] == "R̂1"
    assert "14" in {entry.key for entry in reference.search("alpha_14")[1]}
    assert {entry.group for entry in reference.search("TIED score")[1]} >= {"Conventions"}
    symbols, (entry,) = reference.search("34")
    assert entry.key == "34" and {symbol.symbol for symbol in symbols} == set(entry.symbols)
    assert reference.search("no such thing at all") == ((), ())


def first(text: str) -> tuple[str, str]:
    """The first symbol and the first entry that a search finds; empty where it finds none."""
    symbols, entries = reference.search(text)
    return (symbols[0].symbol if symbols else "", entries[0].key if entries else "")


@pytest.mark.parametrize(
    ("text", "symbol", "key"),
    [
        ("alpha", "α", "14"),
        ("α", "α", "14"),
        ("rho", "ρ", "sm-section-4-2"),
        ("eta", "η", "pair-score"),
        ("vote", "α", "14"),
        ("margin", "margin", "sm-3"),
        ("bound", "bound", "theorem-1"),
        ("ndcg", "NDCG@5", "ndcg"),
        ("why does RB-D stop?", "", "figure-4"),
        ("duplicates", "", "section-3-2"),
        ("test set", "held-out", "held-out"),
    ],
)
def test_the_best_match_comes_first(text: str, symbol: str, key: str) -> None:
    assert first(text) == (symbol, key)


def test_an_edge_is_r_and_delta_and_a_tie_is_no_identity() -> None:
    assert {"r", "δ"} <= {symbol.symbol for symbol in reference.search("edge")[0]}
    assert "12" not in {entry.key for entry in reference.search("tie")[1]}  # its test is test_identities.py


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("held out", "held-out"),
        ("overfits", "held-out"),
        ("bound fails", "lemma-1"),
        ("shrinkage", "qb-algorithm-1"),
        ("Fig. 3", "critical-difference"),
        ("Table 2", "critical-difference"),
        ("Holm", "holm"),
    ],
)
def test_a_word_is_found_in_its_other_forms_and_by_its_synonyms(text: str, key: str) -> None:
    assert key in {entry.key for entry in reference.search(text)[1]}


@pytest.mark.parametrize(
    ("word", "of"),
    [
        ("overfitting", "overfit"),
        ("overfits", "overfit"),
        ("fails", "fail"),
        ("falling", "fall"),
        ("tied", "tied"),
        ("ties", "tie"),
        ("losses", "loss"),
        ("loss", "loss"),
        ("bounded", "bound"),
    ],
)
def test_a_word_loses_its_ending(word: str, of: str) -> None:
    assert stem(word) == of


def test_words_that_stand_together_count_more() -> None:
    apart = ("apart", (Field.of(10, "Table 4 of section 1"),))
    together = ("together", (Field.of(10, "Tables 1, 2"),))
    assert ranked("Table 1", [apart, together]) == ("together", "apart")
    assert ranked("(", [apart, together]) == ()


def test_a_number_that_several_papers_have_finds_all_of_them() -> None:
    assert [entry.key for entry in reference.search("Theorem 1")[1]] == [
        "theorem-1",
        "sm-theorem-1",
        "qb-theorem-1",
    ]
    assert [entry.key for entry in reference.search("SM Theorem 1")[1]] == ["sm-theorem-1"]
    assert [entry.key for entry in reference.search("RB+ Theorem 1")[1]] == ["theorem-1"]
    assert [entry.key for entry in reference.search("(6)")[1]] == ["5", "sm-6", "qb-6"]


@every_entry
def test_its_own_key_finds_an_entry_alone(entry: Entry) -> None:
    """What the address bar says once a card's title was clicked."""
    assert any(letter.isdigit() for letter in entry.key) is False or reference.search(entry.key)[1] == (
        entry,
    )
    assert entry in reference.search(entry.key)[1]


@pytest.mark.parametrize("text", ["aplha", "marginn", "no such thing at all", "\x00", "9" * 5000])
def test_what_is_suggested_finds_something(text: str) -> None:
    assert reference.search(text) == ((), ())
    found = reference.suggestions(text)
    assert 2 <= len(found) <= 4 and all(any(reference.search(each)) for each in found)
    assert text not in ("aplha", "marginn") or found[0] in ("alpha", "margin")


# ---------------------------------------------------------------- the page


def page(**link: str) -> AppTest:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    test.switch_page("pages/reference.py")
    test.query_params.update(link)
    test.run()
    assert not test.exception and not test.error
    return test


def cards(test: AppTest) -> list[str]:
    """The keys of the entries shown."""
    return [str(button.key) for button in test.button if str(button.key).startswith("only-")]


@pytest.mark.slow
def test_the_page_shows_every_entry() -> None:
    test = page()
    assert len(cards(test)) == len(ENTRIES)
    assert not test.info


def test_a_link_shows_one_equation() -> None:
    test = page(eq="34")
    assert len(cards(test)) == 1
    (card,) = (each.value for each in test.markdown if "cosh" in each.value)
    assert "rankviz/engine/algorithms/boosting/equations.py:" in card


def test_a_papers_figure_precedes_the_entry_of_its_number_but_not_in_the_entrys_link() -> None:
    """Catches a figure that only a list far below the entry names, and an old link that opens another page."""
    for eq, headers in (("Figure 4", ["Results", "Notation", "Equations"]), ("figure-4", ["Notation"])):
        test = page(eq=eq)
        assert len(cards(test)) == 1
        assert [each.value for each in test.header] == headers


@pytest.mark.slow
@pytest.mark.parametrize(
    "eq", ["<script>alert(1)</script>", "[x](http://example.com)", "9" * 5000, "\x00", "🙂" * 99]
)
def test_a_link_with_nonsense_says_so_and_suggests_a_search(eq: str) -> None:
    test = page(eq=eq)
    assert not cards(test) and "Nothing was found" in test.markdown[0].value
    test.button(key="suggestion-0").click().run()
    assert cards(test)
