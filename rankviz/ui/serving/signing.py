"""Signed text: values that a browser sends back, with the check that this server wrote them.

The secret is the same for all processes of a server and outlives them: the rooms' store has it, and
RANKVIZ_COOKIE_SECRET may set another. Until it can be read nothing is signed, and nothing counts as signed.
"""

import base64
import hashlib
import hmac
import os
import secrets
import threading
from collections.abc import Callable
from functools import partial

VARIABLE = "RANKVIZ_COOKIE_SECRET"
PART = "."
"""The separator between a text and its signature."""


class OutOfReach(Exception):
    """The exception of a secret that cannot be read now."""


class Signing:
    """A signer with the secret in the environment, or else with the one that `kept` reads. Any thread may call it."""

    def __init__(self, kept: Callable[[], bytes]) -> None:
        self.kept = kept
        self._secret = b""
        self._loading = threading.Lock()

    @property
    def ready(self) -> bool:
        """True when the secret is known, so that nothing is read and nobody waits."""
        return bool(self._secret)

    def load(self) -> bool:
        """Read the secret, which may wait for a store; return whether it is known."""
        if not self._secret:
            given = os.environ.get(VARIABLE, "").strip().encode()
            with self._loading:  # a store that cannot be written would give each caller another one
                try:
                    self._secret = self._secret or given or self.kept()
                except OutOfReach:
                    return False
        return True

    def signed(self, text: str) -> str:
        """Return the text with its signature. Raises OutOfReach until :meth:`load` has found the secret."""
        return f"{text}{PART}{self._signature(text)}"

    def read(self, signed: str) -> str:
        """Return the text that this server has signed; "" for anything else."""
        text, _, signature = signed.rpartition(PART)
        try:
            right = hmac.compare_digest(signature.encode(), self._signature(text).encode())
        except OutOfReach:
            return ""
        return text if right else ""

    def hidden(self, text: str) -> str:
        """Return a name for the text, from which only the holder of the secret can find it. Raises as `signed`."""
        return self._signature(f"hidden\0{text}")

    def _signature(self, text: str) -> str:
        if not self._secret:
            raise OutOfReach
        made = hmac.digest(self._secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256)
        return base64.urlsafe_b64encode(made[:24]).decode()


SIGNING = Signing(partial(bytes, secrets.token_bytes(32)))
"""The signer of this process; classes give it the secret of their rooms (`rankviz.ui.rooms.routes`)."""
