"""Citations in full: "RankBoost+ paper, eq. 14" for "RB+ (14)", because RB+ is also a run's short name on the board."""

import re

PAPERS = {
    "RB+": "RankBoost+ paper",
    "SM": "Smooth Margin paper",
    "QB": "QBRank paper",
    "GD": "kernel ranking paper",
    "Push": "P-norm push paper",
}
"""The tag of a paper's equations to its name."""
SHORTENED = {
    "Thm.": "Theorem",
    "Obs.": "Observation",
    "Alg.": "Algorithm",
    "Prop.": "Proposition",
    "Cor.": "Corollary",
}

_NUMBER = r"\(\d[\d.]*\)"
_NUMBERS = re.compile(rf"{_NUMBER}(?:(?:, |–| and ){_NUMBER})*")
_TAGS = "|".join(map(re.escape, PAPERS))
_WORDS = "|".join(("before", "section", "Lemma", "Theorem", "Figure", *map(re.escape, SHORTENED)))
_CITED = re.compile(rf"(?<!\w)({_TAGS}),? (?:({_NUMBERS.pattern})|(?={_WORDS}))")


def cited(place: str) -> str:
    """Return the place of an equation in full; text that is not such a place is unchanged."""
    found = with_citations(place)
    if found == place:
        return place
    for short, word in SHORTENED.items():
        found = found.replace(short, word)
    return _NUMBERS.sub(lambda match: _equations(match[0]), found)


def with_citations(text: str) -> str:
    """Return sentences with their citations in full."""
    return _CITED.sub(lambda match: f"{PAPERS[match[1]]}, {_equations(match[2]) if match[2] else ''}", text)


def _equations(numbers: str) -> str:
    """Return "eq. 14" for "(14)", and "eqs. 22–24" for "(22)–(24)"."""
    word = "eq." if numbers.count("(") == 1 else "eqs."
    return f"{word} {re.sub(r'[()]', '', numbers)}"
