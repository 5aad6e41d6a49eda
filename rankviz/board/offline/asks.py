"""A question of one person to many: to the readers of a page, or to a class."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Asks:
    """A question; its answer is held back until it is revealed.

    Attributes
    ----------
    options : words and hint of each; the hint helps to judge the option, and may be empty.
    right : the index of the right option; None where there is none.
    why : the reason, shown when it is revealed.
    t : the round that shows the answer; None where the question is not about a round.
    about, measures : the tiles that it is about, and the curves that the losses' tile draws while it is open.
    items, says : where there are few items: rankers, and each one's answers ("1" for yes) for the items.
    """

    prompt: str
    options: tuple[tuple[str, str], ...]
    right: int | None = None
    why: str = ""
    t: int | None = None
    about: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    says: tuple[tuple[str, str], ...] = ()
