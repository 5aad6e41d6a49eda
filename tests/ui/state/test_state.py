"""The state and its link: every round trip, every bad link, and that the registries are all it is made from."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from rankviz import DataError, Fork
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data import sources
from rankviz.engine.runs import forks
from rankviz.engine.runs import link as runs_link
from rankviz.ui.details import reproduce
from rankviz.ui.runs import runs
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.state import MAX_ALGORITHMS, State, choices

DATA = [
    f"{family.scheme}:{name}"
    for family in sources.FAMILIES.values()
    if not family.reads_file
    for name in family.entries
]


TABS = "candidates, explain, step, theorems, what-if, data, figures, rates, paper, export, class"
SAMPLES = {
    "source": [*DATA, catalog.DEFAULT, "scenario:lemma-1?n=7", "synthetic:linear?noise=0.35"],
    "fork": ["", "rb-c:3:ranker=2", "rb-plus:1:alpha=-0.25", "rb-d:9:ranker=0:alpha=1.0:undefined=cap"],
    "fold": ["", "2/5:user-13", "3/3"],
    "number": ["", "rb-c:alpha", "rb-plus:pair:12:34@3", "rb-d~2:item:5"],
    "look": ["", "losses.ties,margins:0", "a-b_c.d,e:f"],
}


def values(choice):
    """Any legal value of a choice."""
    if choice.kind in SAMPLES:
        return some.sampled_from(SAMPLES[choice.kind])
    if choice.kind == "names":
        subsets = some.sets(some.sampled_from(choice.choices), min_size=1, max_size=MAX_ALGORITHMS)
        return subsets.map(lambda names: tuple(name for name in choice.choices if name in names))
    if choice.kind == "bool":
        return some.booleans()
    if choice.kind == "choice":
        return some.sampled_from(choice.choices)
    if choice.kind == "grade":
        return some.none() | some.floats(-5, 5)
    if choice.kind == "int":
        return some.integers(int(choice.low), int(choice.high))
    return some.floats(choice.low, choice.high)


states = some.fixed_dictionaries({name: values(choice) for name, choice in choices().items()}).map(
    lambda chosen: State(**{**chosen, "t": min(chosen["t"], chosen["rounds"])})
)


@given(states)
def test_a_link_gives_back_the_state_it_was_made_from(state):
    again, said = from_link(to_link(state))
    assert again == state
    assert said == []


def test_defaults_are_not_in_the_link():
    assert to_link(State()) == {}
    assert set(to_link(State(rounds=7, t=7))) == {"rounds", "t"}
    assert set(to_link(State(), whole=True)) == {"data", "alg"}


def test_every_parameter_of_every_algorithm_is_a_choice():
    for algorithm in ALGORITHMS.values():
        for parameter in algorithm.parameters:
            choice = choices()[parameter.name]
            assert choice.default == parameter.default
            assert choice.help == parameter.help
            assert parameter.name in State(alg=(algorithm.name,)).parameters()


def test_links_have_different_names_for_different_choices():
    names = [choice.link for choice in choices().values()]
    assert len(names) == len(set(names))


def test_a_link_without_data_changes_what_its_page_opens_with():
    start = State(data="scenario:lemma-1", alg=("rb-c",), rounds=30, t=4)
    assert from_link({}, start) == (start, [])
    assert from_link({"t": "7"}, start) == (start.but(t=7), [])
    assert from_link({"t": "7.3"}, start) == (start.but(t=7), []), "a beat of round 7"
    assert from_link({"data": "scenario:lemma-2", "t": "7"}, start)[0] == State(data="scenario:lemma-2", t=7)


ODD = ["nan", "inf", "-1e999", "9" * 500, "[](http://x)", "letor:../../etc/passwd", "upload:x/y"]


@pytest.mark.slow
@given(
    some.dictionaries(
        some.sampled_from([c.link for c in choices().values()]) | some.text(max_size=12),
        some.text(max_size=60) | some.lists(some.text(max_size=8), max_size=3) | some.sampled_from(ODD),
        max_size=8,
    )
)
@settings(max_examples=300)
def test_whatever_a_link_holds_a_state_comes_out(params):
    state, said = from_link(params)
    for name, choice in choices().items():
        if choice.low is not None and choice.kind in ("int", "float"):
            assert choice.low <= state[name] <= choice.high
        if choice.choices and choice.kind == "choice":
            assert state[name] in choice.choices
    assert 1 <= len(state["alg"]) <= MAX_ALGORITHMS
    assert state["t"] <= state["rounds"]
    assert all(sentence == sentence.strip() and "\n" not in sentence for sentence in said)
    again, silent = from_link(to_link(state))
    assert (again, silent) == (state, [])


@pytest.mark.parametrize(
    ("params", "name", "value", "words"),
    [
        ({"rounds": "5000"}, "rounds", 1000, "outside 1 to 1000"),
        ({"rounds": "-3"}, "rounds", 1, "outside 1 to 1000"),
        ({"rounds": "many"}, "rounds", 60, "not a whole number"),
        ({"rounds": "50", "t": "80"}, "t", 50, "beyond the 50 rounds"),
        ({"rounds": "50", "t": "80.3"}, "t", 50, "beyond the 50 rounds"),
        ({"t": "12.7"}, "t", 10, "“12.7” in the link is not a whole number"),
        ({"t": "0.3"}, "t", 10, "“0.3” in the link is not a whole number"),
        ({"t": "12.33"}, "t", 10, "not a whole number"),
        ({"holdout": "80"}, "holdout", 50, "outside 0 to 50"),
        ({"alg": "rb-d,magic"}, "alg", ("rb-d",), "magic"),
        ({"alg": ""}, "alg", ("rb-d", "rb-c", "rb-plus"), "empty"),
        ({"fork": "0\n0"}, "fork", "", "That part of the link was dropped."),
        ({"neg": "perhaps"}, "negative_alpha", True, "neither 1 nor 0"),
        ({"pos": "high"}, "positive", None, "is not a grade"),
        ({"pos": "inf"}, "positive", None, "is not a grade"),
        ({"present": "perhaps"}, "present", False, "neither 1 nor 0; 0 is used"),
        ({"tab": "garage"}, "tab", "", f"none of {TABS}; it was dropped."),
        ({"look": "<script>"}, "look", "", "is not a list of tiles. That part of the link was dropped."),
        ({"look": "a" * 201}, "look", "", "was dropped."),
        ({"look": "losses\nties"}, "look", "", "“losses\N{REPLACEMENT CHARACTER}ties”"),
        ({"undefined": "explode"}, "undefined", "halt", "none of"),
        ({"data": "nonsense"}, "data", catalog.DEFAULT, "shown instead"),
        ({"data": "scenario:lemma-9"}, "data", catalog.DEFAULT, "lemma"),
        ({"data": "scenario:lemma-1?n=4000"}, "data", "scenario:lemma-1?n=40", "outside 2 to 40"),
        ({"data": "upload:0123/mine.csv"}, "data", catalog.DEFAULT, "does not travel"),
    ],
)
def test_what_is_out_of_range_is_clamped_and_said(params, name, value, words):
    state, said = from_link(params)
    assert state[name] == value
    assert len(said) == 1 and words in said[0]


def test_unknown_keys_are_dropped_and_said_and_the_frameworks_own_are_not():
    state, said = from_link({"colour": "red", "embed": "true"})
    assert state == State()
    assert len(said) == 1 and "colour" in said[0]


def test_the_last_of_repeated_values_counts():
    assert from_link({"rounds": ["10", "20"]})[0]["rounds"] == 20


def test_unknown_choices_are_an_error_in_python():
    with pytest.raises(KeyError, match="colour"):
        State(colour="red")


def test_the_lines_to_reproduce_a_run_name_what_was_chosen():
    state = State(rounds=12, seed=3, holdout=20, undefined="cap", cap=4.5, negative_alpha=False)
    code = reproduce.python_lines(state)
    assert all(part in code for part in ("rounds=12", "holdout=0.2", "undefined='cap'"))
    compile(code, "lines", "exec")
    command = reproduce.command(state)
    for part in (
        "--rounds 12",
        "--seed 3",
        "--holdout 0.2",
        "--undefined cap",
        "--cap 4.5",
        "--no-negative-alpha",
    ):
        assert part in command
    assert catalog.DEFAULT in command


def test_a_caption_names_what_was_changed():
    assert reproduce.in_words(State()) == "seed 0 · 25 % held out"
    changed = State(seed=3, holdout=0, positive=2.0, negative_alpha=False)
    assert reproduce.in_words(changed) == "seed 3 · nothing held out · positive from grade 2 · Negative α: no"


def test_the_lines_to_reproduce_a_run_run(capsys):
    exec(compile(reproduce.python_lines(State(rounds=3)), "lines", "exec"), {})
    assert "RankBoost+" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["rb-c", "rb-c:3", "rb-c:x:ranker=1", "rb-c:3:ranker=a", "rb-c:3:mood=2", ":::", "rb-c:1:alpha="]
)
def test_a_fork_that_says_nothing_is_dropped_and_said(text):
    state, said = from_link({"fork": text})
    assert state == State()
    assert "is not a fork" in said[0]


def test_a_fork_needs_a_run_to_leave_and_room_beside_it():
    assert State(fork="rb-c:3:ranker=2")["fork"]
    assert not State(fork="rb-c:3:ranker=2", alg=("rb-d",))["fork"]
    assert not State(fork="rb-c:3:ranker=2", rounds=2)["fork"]
    assert not State(fork="rb-c:3:ranker=2", alg=tuple(ALGORITHMS)[:MAX_ALGORITHMS])["fork"]
    _, said = from_link({"fork": "rb-c:3:ranker=2", "alg": "rb-d"})
    assert said == ["The link's branch has no run to leave here; it was dropped."]


@given(
    some.builds(
        Fork,
        some.sampled_from(list(ALGORITHMS)),
        some.integers(1, 1000),
        ranker=some.none() | some.integers(0, 5000),
        alpha=some.none() | some.floats(-20, 20),
        undefined=some.none() | some.sampled_from(["halt", "infinite", "cap", "limit"]),
    )
)
def test_a_fork_is_read_as_it_was_written(fork):
    if fork == Fork(fork.algorithm, fork.round):
        with pytest.raises(DataError):
            forks.read(forks.write(fork))
    else:
        assert forks.read(forks.write(fork)) == fork


VIEWS = {"present": True, "tab": "explain", "look": "losses.ties:0"}


def test_what_is_shown_of_a_run_stands_in_the_link():
    assert to_link(State(**VIEWS)) == {"present": "1", "tab": "explain", "look": "losses.ties:0"}
    assert from_link({"present": "1", "tab": "explain", "look": "losses.ties:0"}) == (State(**VIEWS), [])


def test_what_is_shown_of_a_run_does_not_change_the_run():
    state, viewed = State(seed=3, rounds=7, t=7), State(seed=3, rounds=7, t=7, **VIEWS)
    assert viewed != state
    assert runs.request(viewed).spec == runs.request(state).spec
    assert reproduce.python_lines(viewed) == reproduce.python_lines(state)
    assert reproduce.command(viewed) == reproduce.command(state)
    assert runs.run(runs.request(viewed)) is runs.run(runs.request(state))


def test_a_link_without_a_share_holds_nothing_out_of_votes_and_small_files(data_folder) -> None:
    (data_folder / "v.csv").write_text("model_a,model_b,winner\n" + "x,y,x\ny,z,tie\nz,x,z\nw,x,w\n" * 30)
    rows = [f"i{i},{i % 7},{i % 3}\n" for i in range(40)]
    (data_folder / "few.csv").write_text("item,x,grade\n" + "".join(rows[:11]))
    (data_folder / "many.csv").write_text("item,x,grade\n" + "".join(rows))
    for data, share in (
        ("duels:v.csv", 0),
        ("bundled:arena", 0),
        ("table:few.csv", 0),
        ("table:many.csv", 25),
        ("scenario:places-to-stay", 0),
        ("bundled:wine", 25),
    ):
        state, said = from_link({"data": data})
        assert (state["holdout"], said) == (share, [])
        assert runs_link.read(f"watch?data={data}").spec.holdout == share / 100
        for asked in (0, 25, 30):
            if data.startswith("scenario:"):
                continue
            state = from_link({"data": data, "holdout": str(asked)})[0]
            assert state["holdout"] == asked
            assert from_link(to_link(state, whole=True))[0] == state
