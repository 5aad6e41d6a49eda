"""What the two errors and the two losses are, in words: every page, table and tooltip that says so reads it here."""

from dataclasses import dataclass


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

    @property
    def tooltip(self) -> str:
        """Its meaning as the stage's glossary has it."""
        return f"{self.meaning[0].lower()}{self.meaning[1:].removesuffix('.')} {self.equations}"


IN_WORDS = {
    "r1": Measured(
        "R̂1",
        "(3)",
        "share of pairs not ordered correctly; a tie counts 1",
        "The share of the critical pairs that are in the wrong order or tied.",
    ),
    "r2": Measured(
        "R̂2",
        "(4)",
        "share of pairs ordered wrongly; a tie counts ½",
        "The share of the critical pairs in the wrong order, plus half the share of tied ones.",
    ),
    "e1": Measured(
        "Ê1",
        "(5)",
        "exponential loss; a tie counts 1",
        "The mean of exp(−s) over the critical pairs, s = score of the higher minus score of the lower item: a smooth "
        "stand-in for R̂1 that RB-D lowers, and RB-C, too; a tied pair costs exactly 1.",
    ),
    "e2": Measured(
        "Ê2",
        "(22)–(24)",
        "exponential loss of RankBoost+; a tie counts cosh η",
        "A smooth stand-in for R̂2 that RankBoost+ lowers: as Ê1, but a ranker with weight η that ties a pair costs "
        "cosh η.",
    ),
}
