"""What the two errors and the two losses are, in words: every page, table and tooltip that says so reads it here."""

from dataclasses import dataclass

from rankviz.insight.reference import SYMBOLS


@dataclass(frozen=True)
class Measured:
    """A number of an ensemble: its symbol, its equations in RB+, a short name, and what it means in a sentence."""

    symbol: str
    equations: str
    name: str
    meaning: str

    @property
    def named(self) -> tuple[str, str]:
        """Its symbol and its name."""
        return self.symbol, self.name


def _measured(symbol: str, equations: str) -> Measured:
    (found,) = (each for each in SYMBOLS if each.symbol == symbol)
    return Measured(symbol, equations, found.short, found.meaning)


IN_WORDS = {
    "r1": _measured("R̂1", "(3)"),
    "r2": _measured("R̂2", "(4)"),
    "e1": _measured("Ê1", "(5)"),
    "e2": _measured("Ê2", "(22)–(24)"),
}
