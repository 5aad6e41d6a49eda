"""A fork as text, for links and the command line: ``rb-c:12:ranker=45:alpha=0.5:undefined=cap``."""

from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.errors import DataError, shown

FORM = (
    "Write it as ALGORITHM:ROUND:ranker=INDEX:alpha=NUMBER:undefined=POLICY, with at least one of the three"
)


def write(fork: Fork) -> str:
    """Return the text of a fork."""
    parts = [fork.algorithm, str(fork.round)]
    if fork.ranker is not None:
        parts.append(f"ranker={fork.ranker}")
    if fork.alpha is not None:
        parts.append(f"alpha={float(fork.alpha)!r}")
    if fork.undefined is not None:
        parts.append(f"undefined={fork.undefined}")
    return ":".join(parts)


def read(text: str) -> Fork:
    """Return the fork that a text names. Raises DataError for any other text."""
    # A contender's parameters come before the round, each with its "=".
    parts = text.split(":")
    at = next((i for i, part in enumerate(parts) if i and "=" not in part), len(parts))
    algorithm, round_ = ":".join(parts[:at]), "".join(parts[at : at + 1])
    given = dict(part.partition("=")[::2] for part in parts[at + 1 :] if part)
    try:
        fork = Fork(
            algorithm,
            int(round_),
            ranker=int(given.pop("ranker")) if "ranker" in given else None,
            alpha=float(given.pop("alpha")) if "alpha" in given else None,
            undefined=given.pop("undefined", None),
        )
    except ValueError as error:
        raise DataError(f"{shown(text, 60)} is not a fork", remedy=FORM) from error
    if given or fork == Fork(algorithm, fork.round):
        raise DataError(f"{shown(text, 60)} is not a fork", remedy=FORM)
    return fork
