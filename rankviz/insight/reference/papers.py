"""The papers as BibTeX."""

from rankviz.insight.reference import PARTS

CITED = {part.tag: part.cited for part in PARTS if part.tag}
"""The tag of a paper's equations to the key of its BibTeX entry."""


def bibtex() -> str:
    """All entries, one after the other, ASCII."""
    return "\n".join(f"{part.bibtex}\n" for part in PARTS if part.bibtex)
