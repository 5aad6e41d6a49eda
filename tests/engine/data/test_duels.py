"""Tables of votes as they come, in the folder votes: what became of each, what is refused, and a twin that counts."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow
import pytest
from helpers.refused import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import Problem, load, trace
from rankviz.engine.data import duels, vote_columns
from rankviz.engine.data.battles import BAD, GOOD_ENOUGH
from rankviz.engine.data.listing import listing
from rankviz.engine.data.sniffing import sniff
from rankviz.engine.data.sources import canonical, load_upload
from rankviz.engine.data.tables import Table, verdicts
from rankviz.engine.errors import DataError
from tests.twins import duels as twin

VOTES = Path(__file__).parent / "votes"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(VOTES))


def weighed(problem: Problem) -> dict[str, float]:
    """The pairs by name, "higher>lower", and what they weigh."""
    ids = problem.item_ids
    weights = np.ones(problem.n_pairs) if problem.pair_weights is None else problem.pair_weights
    return {f"{ids[a]}>{ids[b]}": float(w) for (a, b), w in zip(problem.pairs.tolist(), weights, strict=True)}


BECAME = {
    "arena.csv": (
        "vicuna>koala 2, llama>vicuna 1, alpaca>vicuna 1, llama>koala .5, koala>llama .5, "
        "llama>alpaca 1, alpaca>llama 1, koala>alpaca .5, alpaca>koala .5",
        (
            "8 votes on 6 pairs of 4 items: 4 decided, 1 tied (12.5%), 3 both bad (37.5%).",
            "1 of 12 rows without an item's name: left out.",
            "1 of 12 rows with one item twice: left out.",
            '2 of 12 rows with an outcome that is not known, "" (1), "skipped" (1): left out.',
            "Columns left out: question_id, turn, language.",
            "A tie counts as 0.5 of a win for each side, and “both bad” as a tie.",
        ),
    ),
    "names.tsv": (
        "Grün>Rot 3, Rot>Grün 1, Rot>Blau 2, Blau>Grün 2, Grün>Blau 2",
        ('Column "count" says how many votes a row is.', "10 votes", "Windows-1252"),
    ),
    "chess.csv": (
        "ann>bob 1, ann>cid 1.5, bob>ann 1, bob>cid .5, cid>bob .5, cid>ann .5",
        ("Outcomes are numbers: 1 is a win of White, 0 of Black, ½ a tie.", "2 tied (40.0%)"),
    ),
    "counts.csv": (
        "claude>gpt 86.5, gpt>claude 61.5, gpt>llama 75, llama>gpt 25, claude>llama 5, llama>claude 5",
        ("258 votes on 3 pairs of 3 items: 205 decided, 39 tied (15.1%), 14 both bad (5.4%).",),
    ),
    "one_hot.csv": (
        "m1>m2 1.5, m2>m1 .5, m1>m3 1, m2>m3 1",
        (
            "Columns left out: id, prompt, response_a, response_b.",
            "Nobody else won a vote against m1, m2, so the votes do not say how far above they are.",
            "m3 won no vote against anybody else, so the votes do not say how far below they are.",
        ),
    ),
    "groups.csv": (
        "a>b 2, b>c 1.5, c>a 1, c>d 4, x>y 1",
        (
            'Column "weight" says how many votes a row is.',
            "9.5 votes",
            "The items fall into 2 groups that never met; beside the largest, of 4: x, y.",
            "Nobody else won a vote against a, b, c, x,",
            "d, y won no vote against anybody else,",
        ),
    ),
}
"""A table, the weighted pairs it became, and what was said about it."""


def asked(text: str) -> dict[str, float]:
    return {pair: float(weight) for pair, weight in (each.split() for each in text.split(", "))}


@pytest.mark.parametrize("name", BECAME)
def test_a_messy_table_becomes_weighted_pairs_and_nothing_is_dropped_silently(name: str) -> None:
    pairs, words = BECAME[name]
    problem = load(f"duels:{name}")
    assert canonical(problem.source) == problem.source == f"duels:{name}"
    assert problem.binary and problem.feature_names == problem.item_ids
    np.testing.assert_array_equal(problem.X, np.eye(problem.n_items))
    assert weighed(problem) == asked(pairs)
    notes = " ".join(problem.notes)
    for each in words:
        assert each in notes, (each, notes)
    data = (VOTES / name).read_bytes()
    assert weighed(load_upload("duels", data, name)) == weighed(problem)


def test_the_rule_says_what_a_tie_and_both_bad_are_worth() -> None:
    base = asked("vicuna>koala 2, llama>vicuna 1, alpaca>vicuna 1")
    assert weighed(load("duels:arena.csv?tie=0")) == base
    whole = weighed(load("duels:arena.csv?tie=1&bad=drop"))
    assert whole == base | asked("llama>koala 1, koala>llama 1")
    lost = weighed(load("duels:arena.csv?tie=0&bad=loss"))
    anchor = {
        f"{GOOD_ENOUGH}>llama": 2.0, f"{GOOD_ENOUGH}>alpaca": 3.0, f"{GOOD_ENOUGH}>koala": 1.0,
        f"vicuna>{GOOD_ENOUGH}": 2.0, f"koala>{GOOD_ENOUGH}": 1.0, f"llama>{GOOD_ENOUGH}": 2.0,
        f"alpaca>{GOOD_ENOUGH}": 1.0,
    }  # fmt: skip
    assert lost == base | anchor
    problem = load("duels:one_hot.csv?tie=0")
    assert problem.pair_weights is None, (
        "pairs that count alike have no weights, so that every algorithm can learn"
    )


def test_items_may_have_features() -> None:
    problem = load("duels:arena.csv?items=items.csv&tie=0")
    assert problem.feature_names == ("parameters", "open") and problem.n_items == 5
    assert weighed(problem) == weighed(load("duels:arena.csv?tie=0"))
    assert "No vote that counts is on falcon." in problem.notes
    few = load_upload(
        "duels",
        (VOTES / "arena.csv").read_bytes(),
        "arena.csv",
        items=b"item,size\nllama,1\nkoala,2\n",
        items_name="few.csv",
    )
    assert weighed(few) == asked("llama>koala 1, koala>llama 1") and few.pair_weights is None
    assert any(
        note.startswith("87.5% of the votes are on items that the table of items does not have")
        and note.endswith("alpaca, vicuna.")
        for note in few.notes
    )
    runs = trace(load("duels:arena.csv?items=items.csv"), ["rb-d", "rb-plus"], rounds=5, holdout=0).runs
    assert all(run.n_rounds > 0 for run in runs)


def made(rows: str, head: str = "model_a,model_b,winner", **options: object) -> Problem:
    return duels.read(f"{head}\n{rows}".encode(), name="own.csv", **options)  # type: ignore[arg-type]


REFUSED = [
    ({"rows": "a,b,x\nb,c,y\na,c,model_a\n"}, 'line 2, column "winner": "x" is not a known outcome, as 2 of 3'),
    ({"rows": "a,a,model_a\n"}, "none of 1 row is a vote on two items"),
    ({"rows": "a,b,tie\n", "tie": 0.0}, "by this rule no vote counts"),
    ({"rows": "a,b,c\n", "head": "u,v,w"}, "no columns look like votes; the columns are u, v, w"),
    ({"rows": "a,b,model_a\n", "columns": "model_a,model_c"}, 'name no column "model_c"'),
    ({"rows": "a,b,model_a\n", "columns": "model_a"}, "are not two or three columns"),
    ({"rows": "a,b,-3,2\n", "head": "model_a,model_b,wins_a,wins_b"}, 'line 2, column "wins_a": -3 is not a count'),
    ({"rows": "a,b,x,2\n", "head": "model_a,model_b,wins_a,wins_b"}, '"x" is not a finite number'),
    ({"rows": "a,b,model_a,0\n", "head": "model_a,model_b,winner,weight"}, 'line 2, column "weight"'),
    ({"rows": "a,good enough,bothbad\n", "bad": "loss"}, 'an item is named "good enough"'),
    ({"rows": "a,b,bothbad\n", "bad": "loss", "items": b"item,x\na,1\nb,2\n"}, 'has no "good enough"'),
    ({"rows": "a,b,model_a\n", "items": b"item,x\nc,1\nd,2\n"}, "no vote that counts is on two items of the table"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "words"), REFUSED)
def test_what_cannot_be_used_is_refused_in_a_sentence(given: dict[str, object], words: str) -> None:
    with pytest.raises(DataError, match=re.escape(words)) as caught:
        made(**given)  # type: ignore[arg-type]
    assert str(caught.value).count("own.csv") == 1


def test_columns_may_have_names_of_their_own() -> None:
    rows = "a,b,b\nb,c,b\nc,b,tie\n"
    problem = made(rows, head="u,v,who", columns="u,v,who")
    assert weighed(problem) == asked("b>a 1, b>c 1.5, c>b .5")
    assert weighed(made(rows, head="u,v,who", columns="u,v")) == asked("a>b 1, b>c 1, c>b 1")


LAYOUTS = {
    "Model A,Model B,Winner": ("Model A", "Model B", "Winner"),
    "a,b,label,weight": ("a", "b", "label"),
    "chosen,rejected": ("chosen", "rejected"),
    "player_1,player_2,player_1_wins,player_2_wins,draws": (
        "player_1", "player_2", "player_1_wins", "player_2_wins", "draws",
    ),
    "left,right,wins,losses": ("left", "right", "wins", "losses"),
    "model_a,model_b,win_a,win_b,tie,tie_bothbad": ("model_a", "model_b", "win_a", "win_b", "tie", "tie_bothbad"),
}  # fmt: skip


@pytest.mark.parametrize("head", LAYOUTS)
def test_columns_are_known_by_their_names(head: str) -> None:
    layout = vote_columns.of_votes(head.split(","))
    assert layout is not None and layout.columns == LAYOUTS[head]
    assert vote_columns.of_votes(["item", "x", "grade"]) is None
    assert vote_columns.of_votes(["model_a", "model_b", "score"]) is None


WORDS = {
    verdicts.FIRST: "model_a|MODEL A| left |A|A>>B|1-0|b<a",
    verdicts.SECOND: "model_b|Right|b|B > A|0-1",
    verdicts.TIE: "tie|Tie|draw|A=B|no preference|both|½-½|tie (both good)",
    verdicts.BAD: "tie (bothbad)|both_bad|Both bad|neither|bothbad|TIE (both bad)",
    verdicts.UNKNOWN: "skipped|-|unknown|3|",
}


def _read(cells: list[str], left: list[str], right: list[str]) -> tuple[list[int], str]:
    found, note = verdicts.read(*map(pyarrow.array, (cells, left, right)), ("model_a", "model_b"))
    return found.tolist(), note


@pytest.mark.parametrize("code", WORDS)
def test_what_outcomes_say(code: int) -> None:
    words = WORDS[code].split("|")
    words = [word.replace(" > ", ">") for word in words]
    n = len(words)
    assert _read(words, ["x"] * n, ["y"] * n)[0] == [code] * n


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ("1 0 0.5 1.0 0,5 1/2 ½", [1, -1, 0, 1, 0, 0, 0]),
        ("1 2 0 2", [1, -1, 0, -1]),
        ("1 -1 0", [1, -1, 0]),
        ("1 0 0", [1, -1, -1]),
        ("0 0", [verdicts.UNKNOWN] * 2),  # a tie, or the second?
        ("1 1", [1, 1]),
        ("1 2 7", [1, -1, verdicts.UNKNOWN]),
    ],
)
def test_outcomes_may_be_numbers(cells: str, says: list[int]) -> None:
    words = cells.split()
    found, note = _read(words, ["x"] * len(words), ["y"] * len(words))
    assert found == says and bool(note) == (1 in says)


def test_a_winner_may_be_a_name_also_where_names_are_those_of_sides_or_numbers() -> None:
    assert _read(["b", "a", "B "], ["b", "b", "a"], ["a", "a", "b"])[0] == [1, -1, -1]
    assert _read(["2", "1", "tie"], ["2", "3", "1"], ["1", "1", "3"])[0] == [1, -1, 0]
    mixed = ["model_a", "model_b", "model_a", "y"]
    assert _read(mixed, ["x", "x", "x", "x"], ["y", "y", "y", "y"])[0] == [1, -1, 1, -1]


NAMES = ["p", "q", "r", "Q", ""]
CELLS = {"a": "model_a", "b": "MODEL_B", "tie": "Tie", "bad": "both bad", "?": "???"}
ROWS = st.lists(
    st.tuples(
        st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(["a", "b", "tie", "bad"]), st.integers(1, 3)
    ),
    min_size=1,
    max_size=14,
)  # fmt: skip


@settings(max_examples=150)
@given(rows=ROWS, tie=st.sampled_from([0.0, 0.25, 0.5, 1.0]), bad=st.sampled_from(BAD), odd=st.integers(0, 2))
def test_votes_are_counted_as_the_twin_counts_them(
    rows: list[twin.Row], tie: float, bad: str, odd: int
) -> None:
    rows = rows + [("p", "q", "?", 1)] * min(odd, len(rows))
    expected = twin.pairs(rows, tie, bad, GOOD_ENOUGH)
    text = "model_a,model_b,winner,count\n" + "".join(
        f"{a},{b},{CELLS[what]},{k}\n" for a, b, what, k in rows
    )
    if not expected:
        with pytest.raises(DataError):
            duels.read(text.encode(), tie=tie, bad=bad)
        return
    problem = duels.read(text.encode(), tie=tie, bad=bad)
    found = weighed(problem)
    same = {f"{a}>{b}": weight for (a, b), weight in expected.items()}
    assert found.keys() == same.keys()
    if problem.pair_weights is not None:
        assert found == pytest.approx(same)
    outcomes, _ = duels.counted_votes(Table(text.encode(), "own.csv"))
    left_out = outcomes.itself + outcomes.unnamed + sum(outcomes.unknown.values())
    assert left_out == sum(a == b or "" in (a, b) or what == "?" for a, b, what, _ in rows)
    assert outcomes.counts.table.sum() == sum(map(sum, twin.counted(rows).values()))


MANY = (("a", "b", "a", 3), ("b", "c", "tie", 2), ("c", "a", "c", 1))


def test_a_row_of_many_votes_is_as_many_rows() -> None:
    once = "".join(f"{a},{b},{who},{count}\n" for a, b, who, count in MANY)
    many = "".join(f"{a},{b},{who}\n" * count for a, b, who, count in MANY)
    one, other = made(once, head="model_a,model_b,winner,count"), made(many)
    np.testing.assert_array_equal(one.pairs, other.pairs)
    np.testing.assert_array_equal(one.pair_weights, other.pair_weights)


def test_files_are_known_by_their_first_line_and_stand_in_the_list() -> None:
    kinds = {name: sniff((VOTES / name).read_bytes(), name) for name in BECAME}
    assert kinds.pop("groups.csv") is None  # a winner and a loser alone may be pairs of any table
    assert set(kinds.values()) == {"duels"}
    sources = {entry.source for entry in listing().entries}
    assert {f"duels:{name}" for name in kinds} <= sources


def test_parquet_is_read_as_csv_is(data_folder: Path) -> None:
    frame = pd.read_csv(VOTES / "chess.csv", sep=";")
    frame["Result"] = [1.0, 0.5, 0.0, 0.5, 1.0]
    frame.to_parquet(data_folder / "chess.parquet")
    assert weighed(load("duels:chess.parquet")) == asked(BECAME["chess.csv"][0])


ASKED = (
    "p,q,model_a,English,1\np,q,tie,english,2\nq,r,model_b,German,1\nr,p,model_a,English,1\nr,q,model_a,,1\n"
)
WITH_CONTEXT = "model_a,model_b,winner,language,turn"


@pytest.mark.parametrize(
    ("only", "pairs", "rows"),
    [
        ("language:English", "p>q 1.5, q>p 0.5, r>p 1", "3 of 5"),
        ("language:GERMAN", "r>q 1", "1 of 5"),
        ("language:English,turn:1", "p>q 1, r>p 1", "2 of 5"),
        ("language:", "r>q 1", "1 of 5"),
    ],
)
def test_a_further_column_chooses_votes(only: str, pairs: str, rows: str) -> None:
    problem = made(ASKED, head=WITH_CONTEXT, only=only)
    assert weighed(problem) == asked(pairs)
    (note,) = [each for each in problem.notes if each.startswith("Only rows where")]
    assert note.endswith(f": {rows}.")
    left_out = [each for each in problem.notes if each.startswith("Columns left out")]
    assert left_out == ([] if "turn" in only else ["Columns left out: turn."])


@pytest.mark.parametrize(
    ("only", "said"),
    [
        (
            "language:French",
            r'column "language": no row has "French". Choose one of its values: English \(2\)',
        ),
        (
            "country:DE",
            "names no further column. Write only=COLUMN:VALUE; the further columns are language, turn",
        ),
        ("winner:tie", "names no further column"),
        ("English", "is not COLUMN:VALUE"),
        ("language:German,turn:2", "no row is left where language is German and turn is 2"),
        ('"language:English', "close every quote"),
    ],
)
def test_a_choice_of_votes_that_leaves_none_is_refused(only: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        made(ASKED, head=WITH_CONTEXT, only=only)


def test_votes_without_further_columns_say_so() -> None:
    with pytest.raises(DataError, match="these votes have none"):
        made("p,q,model_a\n", only="language:English")


def test_a_column_with_a_colon_and_counts_can_choose(tmp_path: Path) -> None:
    problem = made("p,q,3,1,x\nq,p,5,0,y\n", head="model_a,model_b,wins_a,wins_b,set:name", only="set:name:x")
    assert weighed(problem) == asked("p>q 3, q>p 1")


def test_votes_stay_with_the_problem_ties_and_all() -> None:
    problem = load("duels:arena.csv?tie=0.25")
    assert problem.votes is not None and problem.votes.tie == 0.25
    tally = problem.votes.tally
    assert tally.names == problem.item_labels and tally.tied.sum() == 4  # a tie, and three both bad
    part = problem.subset([0, 1, 2])
    assert part.votes is not None and part.votes.tally.names == part.item_labels
    assert part.identity != problem.identity != load("duels:arena.csv?tie=0.5").identity
    kept = {(tally.names[i], tally.names[j]) for i, j in zip(tally.a, tally.b, strict=True)}
    there = part.votes.tally
    assert {(there.names[i], there.names[j]) for i, j in zip(there.a, there.b, strict=True)} == {
        pair for pair in kept if set(pair) <= set(part.item_labels)
    }
    features = load("duels:arena.csv?items=items.csv&tie=0")
    assert features.votes is not None and features.votes.tally.n == features.n_items == 5


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("left_item,right_item,preference", "left", "right"),
        ("Input.left,Input.right,Answer.choice", "left", "right"),
        ("response-1,response-2,pairwise", "response-1", "response-2"),
        ("response_a,response_b,preference", "model_a", "Response B is better"),
        ("text1,text2,comparison", "Option A", "option 2"),
        ("generator_1,generator_2,preference", "1", "2"),
    ],
)
def test_columns_and_outcomes_of_annotation_tools_are_known(head: str, first: str, second: str) -> None:
    text = f"{head}\nx,y,{first}\nx,z,{second}\ny,z,{first}\nz,x,{second}\n"
    counts = duels.counted_votes(Table(text.encode(), "own.csv"))[0].counts
    assert counts.names == ("x", "y", "z")
    assert counts.won.tolist() == [1, 1, 1] and counts.lost.tolist() == [0, 1, 0]


def test_degrees_are_asked_for_and_counted_as_said() -> None:
    text = "a,b,winner\n" + "x,y,A is slightly better\ny,x,Much better: A\nx,y,about the same\nx,y,odd\n" * 2
    words = refused(duels.read, text.encode())
    assert '"A is slightly better" is not a known outcome' in words and "outcomes=WORD:SIDE" in words
    said = "a is  slightly better:a,Much better: A:b,odd:drop"
    counts = duels.counted_votes(Table(text.encode(), "own.csv"), outcomes=said)[0].counts
    assert (counts.won.tolist(), counts.lost.tolist(), counts.tied.tolist()) == ([4], [0], [2])
    for wrong in ("x", "odd:WHO", ":a"):
        assert "does not say who won for any word" in refused(duels.read, text.encode(), outcomes=wrong)
