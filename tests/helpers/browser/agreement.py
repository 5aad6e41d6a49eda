"""Whether the page shows what the engine says: numbers to their last digit, pictures to the pixel."""

import re

from helpers.browser.samples import SYMBOLS, engine, value
from helpers.browser.stage_page import StagePage

TIES = ("eps_correct", "eps_tied", "eps_reversed", "tie_factor")
"""What a round does to tied pairs, by the names that the stage and the engine share."""
SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def shown_number(text: str) -> tuple[float, float]:
    """(value, half of its last digit) of a number as the stage writes it: −0.126, 1.2×10⁻⁵, ×1.02, 12,345."""
    match = re.search(r"([+−-]?)([\d,]+(?:\.(\d+))?)(?:\s*×\s*10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))?", text)
    assert match, f"{text!r} is not a number"
    scale = 10.0 ** int(match[4].translate(SUPERSCRIPT)) if match[4] else 1.0
    value = float(match[2].replace(",", "")) * scale * (-1 if match[1] in ("−", "-") else 1)
    return value, 0.5 * scale * 10.0 ** -len(match[3] or "")


def assert_shows(text: str, value: float, what: str) -> None:
    """The text is this value, rounded."""
    shown, half = shown_number(text)
    assert abs(shown - value) <= half * 1.001 + 1e-12, (
        f"{what}: the page shows {text!r}, the engine says {value!r}"
    )


def assert_engine(stage: StagePage, link: str = "", source: str = "") -> None:
    """The losses and the ties on the stage are those the engine computes for the same choices and round."""
    trace = engine(link, source)
    t, rounds = stage.round()
    assert rounds == max(run.n_rounds for run in trace.runs)
    shown = stage.losses()
    assert {name for name, _ in shown} == {run.label for run in trace.runs}
    for run in trace.runs:
        for symbol in SYMBOLS:
            for key in (
                (symbol, f"{symbol} held-out") if trace.holdout and symbol.startswith("R") else (symbol,)
            ):
                want = value(run, key, t)
                text = shown[run.label, key]
                if want != want:
                    assert text == "—", f"{run.label} {key} has no value, the page shows {text!r}"
                else:
                    assert_shows(text, want, f"{run.label} {key} in round {t}")
        at = min(t, run.n_rounds)
        if at == 0:
            continue
        for name in TIES:
            text = stage.page.locator(
                f"[data-tile=ties] [data-explain='{run.algorithm}:{name}']"
            ).inner_text()
            assert_shows(text, getattr(run, name)[at - 1], f"{run.label} {name} in round {t}")


def assert_same(now: list[str], before: list[str]) -> None:
    """Two pictures, told apart in a message one can read."""
    assert len(now) == len(before)
    for a, b in zip(now, before, strict=True):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            raise AssertionError(
                f"…{b[max(0, at - 200) : at + 80]}… became …{a[max(0, at - 200) : at + 80]}…"
            )
