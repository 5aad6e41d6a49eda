"""A claim's page with its sliders: their place, and the parts that compute what they change."""

from rankviz.board.offline.document import as_json, carrying, fill
from rankviz.board.offline.modules import CLAIM, carried_code, text_of
from rankviz.insight.claims import Claim
from rankviz.site.gallery import Extra, Sliders
from rankviz.site.playground.claims import controls
from rankviz.site.playground.in_browser import InBrowser, megabytes

ROOT = "../"

SECONDS = {
    "push-top": 36,
    "push-grades": 38,
    "judges-differ": 86,
    "single-grades-help": 65,
    "lists-top-first": 22,
    "dependent-rankers": 125,
    "overfits-less": 16,
    "more-than-luck": 115,
    "weights-above-zero": 49,
    "rb-c-keeps": 17,
    "ties-vanish": 14,
    "rb-d-bradley-terry": 16,
    "smooth-margin-held-out": 11,
    "adaboost-speed": 11,
}
"""Seconds that Pyodide took for a claim at its default options where it took more than ten, on two busy cores."""


def of_claims(has: InBrowser) -> Sliders:
    """Return the function that makes the sliders of each claim, with the site's engine."""
    code = carried_code(CLAIM)
    start = has.opening(ROOT)
    style = text_of("playground/claim.css")

    def sliders(claim: Claim) -> Extra:
        long = (
            f" This claim takes a while here: {SECONDS[claim.name]} s on a busy machine."
            if claim.name in SECONDS
            else ""
        )
        texts = {"style": style, "size": megabytes(has.size), "privacy": has.privacy, "long": long}
        opening = {**start, "claim": claim.name, "controls": controls(claim)}
        nonce, scripts = carrying({"code": code, "opening": as_json(opening), "run": b""})
        return Extra(fill("playground/sliders.html", texts), scripts, has.policy(nonce))

    return sliders
