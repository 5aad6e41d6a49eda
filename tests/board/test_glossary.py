"""What the symbols on the stage mean: each board has those its tiles write, and they go wherever the stage goes."""

import json
import re

import pytest
from helpers.refused import refused

from rankviz.board.glossary import glossary, read
from rankviz.board.offline import modules
from rankviz.insight.reference import SYMBOLS

OF_QBRANK = ["w", "τ", "η", "r", "g", "a", "W", "Rₖ", "L1", "R̂1"]
OF_KERNEL = ["J", "Eₛ", "λ", "κ", "γ", "θ", "σ", "‖f‖", "φ"]
NOTATION = {"R̂1": "The share."}


def sent(text: str) -> dict[str, dict[str, str]]:
    """The terms in the text of a module, which parses them."""
    found = re.search(r'JSON\.parse\(("\{\\"watch(?:[^"\\]|\\.)*")\)', text)
    assert found
    return json.loads(json.loads(found[1]))


def test_every_symbol_of_a_board_is_explained_and_none_of_another() -> None:
    qbrank, kernel, watch = (glossary()[board] for board in ("qbrank", "kernel", "watch"))
    assert set(OF_QBRANK) <= set(qbrank) and set(OF_KERNEL) <= set(kernel)
    assert "shrinkage" in qbrank["η"] != watch["η"]
    assert not {"ε⁺", "Ê2"} & set(kernel)
    assert all(len(words) > 10 for terms in glossary().values() for words in terms.values())


def test_every_term_that_a_tile_explains_is_in_the_list_of_all() -> None:
    tiles = [
        file.read_text(encoding="utf-8")
        for room in ("panels", "layouts")
        for file in (modules.FRONTEND / "stage" / room).rglob("*.js")
    ]
    words = re.findall(r'(?<=[ (])"[^"`$\n]+ [^"`$\n]+"(?=[ ,;)\n])', "\n".join(tiles))
    named = {term for text in words for term in re.findall(r"\{([^{}]+)\}", text)}
    assert len(named) > 8 and named <= set(glossary()["watch"])


def test_the_losses_are_said_as_the_reference_says_them() -> None:
    losses = [each for each in SYMBOLS if each.symbol in ("R̂1", "R̂2", "Ê1", "Ê2")]
    assert len(losses) == 4
    for loss in losses:
        said = f"{loss.meaning[0].lower()}{loss.meaning[1:].removesuffix('.')}"
        assert glossary()["watch"][loss.symbol] == said


def test_the_app_sends_it_and_a_page_by_itself_carries_its_boards_part() -> None:
    assert sent("".join(modules.served().values())) == glossary()
    assert modules.terms("margins") == {"watch": glossary()["watch"]}
    some = modules.with_terms(modules.text_of("stage/draw/terms.js"), "kernel")
    assert sent(some) == {board: glossary()[board] for board in ("watch", "kernel")}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("# A\n## wacht\n", 2, 'There is no board "wacht". Boards are watch, '),
        ("# A\n\n## watch\n\n### α\n", 5, '"α" has no words.'),
    ],
)
def test_a_mistake_is_a_sentence_with_file_and_line(text: str, line: int, said: str) -> None:
    told = refused(read, text, NOTATION)
    assert told.startswith(f"glossary.md, line {line}: ") and said in told


def test_words_are_taken_from_the_notation_and_from_the_list_above() -> None:
    text = "# A\n## watch\n### R̂1\n\n### α\n\nthe\nweight\n## kernel\n### α\n"
    watch = {"R̂1": "the share", "α": "the weight"}
    assert read(text, NOTATION) == {"watch": watch, "kernel": {"α": "the weight"}}
