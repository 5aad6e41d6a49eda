"""Words with an order: known survey scales, in English and German, lowest first."""

import re
from collections.abc import Iterable

_APART = re.compile(r"[\s/,;:.!=)–—-]+")
_NUMBERED = re.compile(r"[0-9]{1,2}(\D+)|(\D+)\([0-9]{1,2}\)")
_DEGREES = (
    "completely", "totally", "absolutely", "extremely", "strongly", "very", "%", "mostly", "moderately", "rather",
    "somewhat", "slightly",
)  # fmt: skip
_STUFEN = ("völlig", "vollkommen", "äußerst", "sehr", "%", "überwiegend", "ziemlich", "eher", "etwas")
"""Words before or after a word, the strongest first; "%" for nothing."""
_MIDDLE = ("neutral", "undecided", "neither", "neither nor", "in the middle", "mixed")
_MITTE = ("neutral", "weder noch", "teils teils", "teilweise", "unentschieden", "mittel")


def plain(word: str) -> str:
    """Return a word in lower case, without marks between its parts."""
    return " ".join(_APART.sub(" ", word.casefold().replace("’", "'")).split())


def _scale(written: str) -> tuple[str, ...]:
    return tuple(map(plain, written.split("<")))


def _two_sided(low: str, high: str, degrees: Iterable[str], middle: Iterable[str]) -> tuple[str, ...]:
    """Return a scale from the strongest degree of `low` over the middle to that of `high`."""

    def side(word: str) -> list[tuple[str, ...]]:
        return [(word,) if each == "%" else (f"{each} {word}", f"{word} {each}") for each in degrees]

    middle = (*middle, f"neither {high} nor {low}", f"neither {low} nor {high}", f"weder {high} noch {low}")
    groups = [*side(low), middle, *reversed(side(high))]
    return tuple(plain(word) for group in groups for word in group)


JUDGEMENTS = (
    _scale(
        "terrible < awful < extremely bad < very bad < very poor < bad < poor < weak < far below average"
        " < somewhat below average < below average < insufficient < fair < mediocre < ok < okay < average < acceptable"
        " < satisfactory < sufficient < decent < somewhat above average < above average < far above average < good"
        " < very good < great < extremely good < excellent < outstanding < perfect < best"
    ),
    _two_sided("dissatisfied", "satisfied", _DEGREES, _MIDDLE),
    _two_sided("unsatisfied", "satisfied", _DEGREES, _MIDDLE),
    _two_sided("unzufrieden", "zufrieden", _STUFEN, _MITTE),
    _scale(
        "not at all satisfied < not satisfied < not very satisfied < slightly satisfied < somewhat satisfied"
        " < moderately satisfied < satisfied < very satisfied < extremely satisfied < completely satisfied"
    ),
    _scale("hate < dislike < neutral < like < love"),
    _scale(
        "bad < not relevant < irrelevant < marginally relevant < partially relevant < somewhat relevant < fair"
        " < relevant < highly relevant < very relevant < perfectly relevant"
    ),
    _scale(
        "ungenügend < sehr schlecht < schlecht < eher schlecht < mangelhaft < teils teils < ausreichend < mittel"
        " < mittelmäßig < durchschnittlich < befriedigend < eher gut < gut < sehr gut < ausgezeichnet"
        " < hervorragend"
    ),
)
"""Judgements of quality: the grade of a table without another one."""
SCALES = (
    *JUDGEMENTS,
    _scale(
        "never < almost never < very rarely < rarely < seldom < once in a while < occasionally < sometimes"
        " < about half the time < half of the time < often < frequently < very often < very frequently"
        " < most of the time < usually < almost always < always"
    ),
    _scale(
        "nie < niemals < fast nie < sehr selten < selten < hin und wieder < gelegentlich < ab und zu < manchmal"
        " < oft < häufig < sehr oft < sehr häufig < meistens < fast immer < immer"
    ),
    _scale(
        "never < less than once a year < once a year < yearly < a few times a year < several times a year"
        " < less than once a month < once a month < monthly < a few times a month < 2-3 times a month < once a week"
        " < weekly < a few times a week < several times a week < once a day < daily < every day < several times a day"
    ),
    _scale(
        "nie < einmal im jahr < jährlich < mehrmals im jahr < einmal im monat < monatlich < mehrmals im monat"
        " < einmal pro woche < wöchentlich < mehrmals pro woche < täglich < mehrmals täglich"
    ),
    _scale("very low < low < medium < middle < moderate < high < very high"),
    _scale("sehr niedrig < niedrig < gering < mittel < hoch < sehr hoch"),
    _scale("xxs < xs < s < m < l < xl < xxl < xxxl"),
    _scale("very small < tiny < small < medium < large < very large < huge"),
    _scale("sehr klein < klein < mittel < groß < sehr groß"),
    _two_sided("disagree", "agree", _DEGREES, ("neither agree or disagree", "agree nor disagree", *_MIDDLE)),
    _scale(
        "definitely disagree < generally disagree < tend to disagree < neutral < neither agree nor disagree"
        " < tend to agree < generally agree < definitely agree"
    ),
    _scale(
        "lehne völlig ab < lehne ab < lehne eher ab < stimme überhaupt nicht zu < stimme gar nicht zu"
        " < stimme nicht zu < stimme eher nicht zu < neutral < weder noch < teils teils < unentschieden"
        " < stimme weder zu noch nicht zu < stimme teilweise zu < stimme eher zu < stimme zu < stimme voll zu"
        " < stimme völlig zu < stimme vollkommen zu < stimme voll und ganz zu"
    ),
    _scale(
        "trifft überhaupt nicht zu < trifft gar nicht zu < trifft nicht zu < trifft eher nicht zu < neutral"
        " < weder noch < teils teils < trifft teilweise zu < trifft eher zu < trifft zu < trifft voll zu"
        " < trifft völlig zu < trifft voll und ganz zu < trifft genau zu"
    ),
    *(
        _two_sided(low, high, _DEGREES, _MIDDLE)
        for low, high in (
            ("negative", "positive"), ("unlikely", "likely"), ("unimportant", "important"), ("difficult", "easy"),
            ("unhelpful", "helpful"), ("unhappy", "happy"), ("uncomfortable", "comfortable"), ("useless", "useful"),
        )
    ),
    *(
        _two_sided(low, high, _STUFEN, _MITTE)
        for low, high in (
            ("negativ", "positiv"), ("unwahrscheinlich", "wahrscheinlich"), ("unwichtig", "wichtig"),
            ("schwierig", "einfach"), ("schwer", "leicht"),
        )
    ),
    *(
        _scale(f"not at all {word} < not {word} < not very {word} < not so {word} < slightly {word} < somewhat {word}"
               f" < moderately {word} < {word} < very {word} < extremely {word}")
        for word in ("important", "likely", "useful", "helpful", "easy", "clear", "interested", "familiar")
    ),
    _scale(
        "definitely not < definitely will not < probably not < probably will not < might or might not < not sure"
        " < maybe < possibly < probably < probably yes < probably will < definitely < definitely yes < definitely will"
    ),
    _scale(
        "auf keinen fall < sicher nicht < bestimmt nicht < wahrscheinlich nicht < eher nicht < vielleicht < eher ja"
        " < wahrscheinlich < wahrscheinlich ja < bestimmt < sicher < auf jeden fall"
    ),
    _scale(
        "none at all < not at all < hardly at all < a little < slightly < somewhat < a moderate amount < moderately"
        " < quite a bit < a lot < very < very much < a great deal < extremely < completely"
    ),
    _scale("überhaupt nicht < gar nicht < kaum < wenig < etwas < mittelmäßig < ziemlich < stark < sehr < äußerst"),
    _scale("beginner < intermediate < advanced < expert"),
)  # fmt: skip
"""The scales, lowest first, as `plain` writes them; words of equal rank are next to each other."""


def order(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words, two or more, lowest first, if a scale has all of them; else ().

    A number before or after a word is ignored: "1 - sehr gut" is above "5 - mangelhaft".
    """
    given = _known(words)
    for scale in SCALES:
        if len(given) >= 2 and given.keys() <= set(scale):
            return tuple(given[word] for word in scale if word in given)
    return ()


def judges(words: Iterable[str]) -> bool:
    """Return whether the words, two or more, express quality."""
    given = _known(words)
    return len(given) >= 2 and any(given.keys() <= set(scale) for scale in JUDGEMENTS)


def _known(words: Iterable[str]) -> dict[str, str]:
    """Return the words by their plain form; {} where two of them have the same."""
    known: dict[str, str] = {}
    for word in words:
        numbered = _NUMBERED.fullmatch(word.strip())
        bare = plain(word if numbered is None else numbered[1] or numbered[2])
        if known.setdefault(bare, word).casefold() != word.casefold():
            return {}
    return known
