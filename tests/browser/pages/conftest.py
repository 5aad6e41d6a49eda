"""The app with proofs that are there: to prove every claim takes a quarter of a minute of a processor."""

from collections.abc import Iterator

import pytest
from distributed.protocol import pickle
from helpers.browser.serving import Server, app_that_ends
from helpers.claims import EVERY, WALKED

TOLD = """

if __name__ != "__main__":  # once, when the server begins, and not for each page
    import pickle

    from rankviz.insight.claims import Claim

    with open({told!r}, "rb") as file:
        proofs, prove = pickle.load(file), Claim.run

    def run(claim, options=None):
        usual = claim.defaults() == claim.defaults() | dict(options or {{}})
        return proofs[claim.name] if usual and claim.name in proofs else prove(claim, options)

    Claim.run = run
"""
"""The end of an app that is told the proofs of claims at their defaults."""


@pytest.fixture(scope="session")
def told_server(proofs_once: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the app that is told the proofs which tests of claims need as well, and proves the rest itself.

    Those of the claims that a visitor walks through are not told, nor those at other options than the defaults.
    """
    folder, told = tmp_path_factory.mktemp("told"), tmp_path_factory.mktemp("proofs") / "proofs"
    itself = {claim.name for claims in WALKED for claim in claims}
    told.write_bytes(pickle.dumps({claim.name: claim.run() for claim in EVERY if claim.name not in itself}))
    with Server(root=app_that_ends(folder, TOLD.format(told=str(told)))) as running:
        yield running
