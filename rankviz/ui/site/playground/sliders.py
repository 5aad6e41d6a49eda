"""A claim's page with its sliders: their place, and what the page carries to compute what they change."""

from html import escape

from rankviz.claims import Claim
from rankviz.stage_data.offline.document import as_json, carrying, fill
from rankviz.stage_data.offline.modules import CLAIM, linked, text_of
from rankviz.ui.site.gallery import Extra, Sliders
from rankviz.ui.site.playground.claims import controls
from rankviz.ui.site.playground.in_browser import InBrowser, megabytes

ROOT = "../"

SECONDS = {
    "lemma-1": 15,
    "early-stop": 30,
    "proposition-3": 11,
    "slope-or-step": 56,
    "interaction": 18,
    "driven-up": 21,
    "overfits-less": 42,
    "weights-above-zero": 83,
    "smooth-margin-held-out": 29,
    "adaboost-speed": 25,
    "quadratic-above": 25,
    "w-zero": 15,
    "decaying-steps": 11,
    "linear-on-rings": 18,
    "balance": 30,
    "gradients-concentrate": 13,
}
"""Seconds that Pyodide took for a claim at its default options where it took more than ten, on two busy cores."""


def of_claims(has: InBrowser) -> Sliders:
    """Return what makes the sliders of each claim, with the engine as the site has it."""
    code = as_json({"modules": linked(first=CLAIM), "styles": {}})
    start = has.opening(ROOT)
    style = text_of("playground/claim.css")

    def sliders(claim: Claim) -> Extra:
        long = (
            f" It takes long here: {SECONDS[claim.name]} s on a busy machine."
            if claim.name in SECONDS
            else ""
        )
        texts = {"style": style, "size": megabytes(has.size), "privacy": has.privacy, "long": long}
        opening = {**start, "claim": claim.name, "controls": controls(claim)}
        kept = carrying({"code": code, "opening": as_json(opening), "run": b""})
        below, scripts = fill("playground/sliders.html", texts), fill("playground/claim.html", kept)
        return Extra(below, scripts, escape(has.policy(kept["nonce"])))

    return sliders
