"""Uploaded files: kept under the hash of what they hold, so that a rerun or an error never loses them.

A choice names them as ``upload:TOKEN/NAME?options``; the token finds the files on this server and nowhere else.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

from rankviz import sources
from rankviz.errors import DataError
from rankviz.problem import Problem

PREFIX = "upload:"
MAX_KEPT_BYTES = 512 * 2**20
SECOND = {"movielens": "titles", "table": "pairs", "weak": "pairs", "letor": "query_file"}
"""What the second file of an upload is, by kind."""
GONE = "The data of this link were uploaded, and an upload does not travel in a link. Upload the file again under Data"


@dataclass(frozen=True)
class Upload:
    """Files of one data set, (name, content) each: the main one, then its pairs, titles or query sizes."""

    token: str
    scheme: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def name(self) -> str:
        """The main file's name."""
        return self.files[0][0]

    def choice(self, options: dict[str, str] | None = None) -> str:
        """What the state holds for it, with what was chosen inside the file."""
        chosen = {name: value for name, value in sorted((options or {}).items()) if value}
        return f"{PREFIX}{self.token}/{quote(self.name, safe='')}" + (
            f"?{urlencode(chosen)}" if chosen else ""
        )

    def load(self, options: dict[str, str]) -> Problem:
        """The problem in these files. Raises DataError."""
        second: dict[str, Any] = {}
        if len(self.files) > 1:
            name, content = self.files[1]
            as_ = SECOND[self.scheme]
            second = {as_: content} if as_ == "titles" else {as_: content, f"{as_}_name": name}
        # A link that names an upload must not name a file of this server as its second one.
        files = {option.name for option in sources.FAMILIES[self.scheme].options if option.is_file}
        chosen = {key: value for key, value in options.items() if key not in files}
        return sources.load_upload(self.scheme, self.files[0][1], self.name, **second, **chosen)


_kept: OrderedDict[str, Upload] = OrderedDict()
_lock = threading.Lock()


def keep(scheme: str, files: Sequence[tuple[str, bytes]]) -> Upload:
    """Keep uploaded files, given as (name, content), for everyone who knows the token."""
    digest = hashlib.sha256(scheme.encode())
    for name, content in files:
        digest.update(name.encode("utf-8", "replace") + b"\0" + hashlib.sha256(content).digest())
    upload = Upload(digest.hexdigest()[:24], scheme, tuple(files))
    with _lock:
        _kept.setdefault(upload.token, upload)
        _kept.move_to_end(upload.token)
        while len(_kept) > 1 and sum(len(c) for u in _kept.values() for _, c in u.files) > MAX_KEPT_BYTES:
            _kept.popitem(last=False)
    return upload


def find(choice: str) -> tuple[Upload, dict[str, str]]:
    """The upload a choice names, and the options inside it. Raises DataError when this server has it not."""
    target, _, query = choice.removeprefix(PREFIX).partition("?")
    token, _, name = target.partition("/")
    with _lock:
        upload = _kept.get(token)
    if upload is None:
        raise DataError(GONE, file=unquote(name)[:60] or None)
    known = {option.name for option in sources.FAMILIES[upload.scheme].options}
    return upload, {key: value for key, value in parse_qsl(query) if key in known}
