"""Citations in the drawer, and the sentence under each theorem of the algorithms on Watch."""

import pytest

from rankviz.board.drawer.citations import cited, with_citations
from rankviz.insight.theory.in_words import SENTENCES
from rankviz.insight.theory.rankboost import ALWAYS, NAMES, THEOREMS


@pytest.mark.parametrize(
    ("place", "full"),
    [
        ("RB+ (14)", "RankBoost+ paper, eq. 14"),
        ("RB+ before (25)", "RankBoost+ paper, before eq. 25"),
        ("RB+ (22)–(24), pairs with weights", "RankBoost+ paper, eqs. 22–24, pairs with weights"),
        ("RB+ Thm. 3, (22)", "RankBoost+ paper, Theorem 3, eq. 22"),
        ("SM section 4, between (4) and (5)", "Smooth Margin paper, section 4, between eqs. 4 and 5"),
        ("QB (6), Alg. 1", "QBRank paper, eq. 6, Algorithm 1"),
        ("Burges 2010", "Burges 2010"),
        ("set by hand", "set by hand"),
    ],
)
def test_the_place_of_an_equation_names_its_paper(place: str, full: str) -> None:
    assert cited(place) == full


def test_only_citations_in_a_sentence_are_written_in_full() -> None:
    assert with_citations("It is infinite (RB+, Lemma 1).") == "It is infinite (RankBoost+ paper, Lemma 1)."
    assert with_citations("In the limit (RB+ (49)).") == "In the limit (RankBoost+ paper, eq. 49)."
    assert with_citations("RB+ leads with Heat (3).") == "RB+ leads with Heat (3)."


def test_each_theorem_about_rankboost_has_a_sentence() -> None:
    about = ("rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "push")
    keys = {theorem.key for name in about for theorem in THEOREMS[name]} | {theorem.key for theorem in ALWAYS}
    assert keys <= set(SENTENCES) <= set(NAMES)
