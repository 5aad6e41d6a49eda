"""Uploaded files: each belongs to the visitor who uploaded it, unless that visitor shares it by a name.

A link names one as ``upload:TOKEN/FILE?options``, or as ``upload:@NAME/FILE?options`` when it is shared. A token
opens the files for the visitor they belong to and for nobody else; a name opens them for everybody on this server.
"""

import hashlib
import hmac
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, quote, unquote, urlencode

from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.data.sniffing import HEAD, sniff
from rankviz.engine.errors import DataError
from rankviz.ui.serving import visitors
from rankviz.ui.serving.limits import ALL_BYTES, VISITOR_BYTES, in_words

PREFIX, SHARED = "upload:", "@"
MAX_NAME = 40
IDLE = 3600.0
"""Seconds after which an unused upload makes room for those of others."""
LIMITS = (
    f"Your uploads may take {in_words(VISITOR_BYTES)} in all; the oldest are removed first. An upload that nobody "
    f"has looked at for an hour is removed when all visitors' uploads reach {in_words(ALL_BYTES)}."
)
GONE = "The data of this link were uploaded, and an upload does not travel in a link. Upload the file again under Data"


@dataclass(frozen=True)
class Uploaded:
    """An upload as requested data: its place, and the options chosen inside it.

    Attributes
    ----------
    place : its token, or the name by which it is shared after `SHARED`.
    name : the main file's.
    text : the form of all this in a link.
    """

    place: str
    name: str
    options: Mapping[str, str]
    text: str = field(compare=False)

    def __hash__(self) -> int:
        return hash((self.place, self.name, frozenset(self.options.items())))

    @property
    def is_shared(self) -> bool:
        """True when it is named by the name under which it is shared."""
        return self.place.startswith(SHARED)


def parse(text: str) -> Uploaded:
    """Parse the text of a link, whatever it says; `find` checks whether there is such an upload."""
    target, _, query = text.removeprefix(PREFIX).partition("?")
    place, _, name = target.partition("/")
    place = SHARED + unquote(place[1:]) if place.startswith(SHARED) else place
    return Uploaded(place, unquote(name), dict(parse_qsl(query, keep_blank_values=True)), text)


@dataclass(frozen=True)
class Upload:
    """Files of one data set, (name, content) each: the main one, then its pairs, titles or query sizes.

    Attributes
    ----------
    contents : the SHA-256 of each file.
    owner : the secret of the visitor who uploaded it.
    shared : the name under which everybody may open it; empty when nobody else may.
    """

    token: str
    scheme: str
    files: tuple[tuple[str, bytes], ...] = field(repr=False)
    contents: tuple[str, ...]
    owner: str = field(repr=False)
    shared: str = ""

    @property
    def name(self) -> str:
        """The main file's name."""
        return self.files[0][0]

    @property
    def bytes(self) -> int:
        """The bytes of all files together."""
        return sum(len(content) for _, content in self.files)

    @property
    def family(self) -> sources.Family:
        """The format of the files."""
        return sources.FAMILIES[self.scheme]

    @property
    def options(self) -> Sequence[Choice]:
        """The choices inside the files."""
        return self.family.options if self.scheme in sources.FAMILIES else ()

    def chosen(self, options: Mapping[str, str] | None = None) -> Uploaded:
        """Return this upload as data, with the options chosen inside the file."""
        return self._at(SHARED + self.shared if self.shared else self.token, options or {})

    def canonical(self, options: Mapping[str, str]) -> Uploaded:
        """Return the same by the token, which names exactly these files even if a shared name changes hands."""
        return self._at(self.token, options)

    def source(self, options: Mapping[str, str]) -> sources.Source:
        """Return the SOURCE of the same files and options in a folder."""
        second = [option.name for option in self.family.options if option.is_file]
        beside = dict.fromkeys(second, self.files[1][0]) if len(self.files) > 1 else {}
        if self.family.inner and len(self.files) > 1:
            name, content = self.files[1]
            kind = sniff(content[:HEAD], name)
            scheme = kind if kind in sources.FAMILIES and not sources.FAMILIES[kind].has_model else "letor"
            beside = {self.family.inner: sources.Source(scheme, name).text}
        return sources.Source(self.scheme, self.name, {**options, **beside})

    def _at(self, place: str, options: Mapping[str, str]) -> Uploaded:
        # An empty value is meaningful where the default is not empty: no column is the item.
        with_default = {option.name for option in self.options if option.default}
        chosen = {name: value for name, value in sorted(options.items()) if value or name in with_default}
        mark, name = (SHARED, place[1:]) if place.startswith(SHARED) else ("", place)
        text = f"{PREFIX}{mark}{quote(name, safe='')}/{quote(self.name, safe='')}"
        return Uploaded(place, self.name, chosen, text + (f"?{urlencode(chosen)}" if chosen else ""))


class Uploads:
    """The uploads of a process, least recently used first; `clock` returns seconds."""

    def __init__(
        self, each: int = VISITOR_BYTES, whole: int = ALL_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each, self._whole, self._clock = each, whole, clock
        self._uploads: OrderedDict[str, Upload] = OrderedDict()
        self._seen: dict[str, float] = {}
        self._names: dict[str, str] = {}
        self._lock = threading.RLock()

    def store(self, owner: str, scheme: str, files: Sequence[tuple[str, bytes]]) -> Upload:
        """Store files, given as (name, content), for their owner. Raises DataError when there is no room for them."""
        contents = tuple(hashlib.sha256(content).hexdigest() for _, content in files)
        about = repr((scheme, [name for name, _ in files], contents)).encode()
        token = hmac.digest(owner.encode(), about, "sha256").hex()[:24]
        with self._lock:
            if token not in self._uploads:
                upload = Upload(token, scheme, tuple(files), contents, owner)
                self._make_room(upload)
                self._uploads[token] = upload
            self._look(token)
            return self._uploads[token]

    def find(self, visitor: str, data: Uploaded) -> tuple[Upload, dict[str, str]]:
        """Return the requested upload, and those of the options that its format has.

        Raises DataError, the same for another visitor's upload as for one that is not here.
        """
        with self._lock:
            token = self._names.get(_folded(data.place[1:])) if data.is_shared else data.place
            upload = self._uploads.get(token or "")
            if upload is None or not (upload.shared or upload.owner == visitor):
                raise DataError(GONE, file=_printable(data.name)[:60] or None)
            self._look(upload.token)
        known = {option.name for option in upload.options}
        return upload, {key: value for key, value in data.options.items() if key in known}

    def share(self, upload: Upload, name: str) -> Upload:
        """Share an upload with everybody under a name, replacing its earlier name.

        Raises DataError for a name that is empty, too long or taken.
        """
        name = " ".join(_printable(name).split())
        if not 1 <= len(name) <= MAX_NAME:
            raise DataError(f"A name for an upload has 1 to {MAX_NAME} characters", remedy="Choose another")
        with self._lock:
            taken = self._names.get(_folded(name))
            if taken is not None and taken != upload.token:
                raise DataError(
                    f"There is a shared upload named “{name}” on this server", remedy="Choose another name"
                )
            upload = self.unshare(upload)
            self._names[_folded(name)] = upload.token
            self._uploads[upload.token] = replace(upload, shared=name)
            return self._uploads[upload.token]

    def unshare(self, upload: Upload) -> Upload:
        """Make an upload private to its owner again. Raises DataError when it is no longer here."""
        with self._lock:
            if upload.token not in self._uploads:
                raise DataError(GONE, file=_printable(upload.name)[:60])
            upload = self._uploads[upload.token]
            self._names.pop(_folded(upload.shared), None)
            self._uploads[upload.token] = replace(upload, shared="")
            return self._uploads[upload.token]

    def holds(self, token: str) -> bool:
        """Return whether the upload of this token is here, whoever may open it."""
        with self._lock:
            return token in self._uploads

    def bytes(self, owner: str | None = None) -> int:
        """Return the bytes of the uploads of one owner, or of all."""
        with self._lock:
            return sum(one.bytes for one in self._uploads.values() if owner in (None, one.owner))

    def _look(self, token: str) -> None:
        self._uploads.move_to_end(token)
        self._seen[token] = self._clock()

    def _make_room(self, coming: Upload) -> None:
        """Drop the owner's oldest uploads, then others' that nobody uses, until `coming` fits."""
        mine = [one for one in self._uploads.values() if one.owner == coming.owner]
        idle = self._clock() - IDLE
        others = [one for one in self._uploads.values() if one not in mine and self._seen[one.token] < idle]
        free = self._whole - self.bytes() + sum(one.bytes for one in (*mine, *others))
        if coming.bytes > min(self._each, free):
            raise DataError(_no_room(coming, self._each, self._whole), file=_printable(coming.name)[:60])
        while mine and self.bytes(coming.owner) + coming.bytes > self._each:
            self._drop(mine.pop(0))
        while self.bytes() + coming.bytes > self._whole:
            self._drop((mine or others).pop(0))

    def _drop(self, upload: Upload) -> None:
        del self._uploads[upload.token], self._seen[upload.token]
        self._names.pop(_folded(upload.shared), None)


def _no_room(coming: Upload, each: int, whole: int) -> str:
    if coming.bytes > each:
        size = in_words(coming.bytes)
        return (
            f"this upload takes {size}, and one visitor's may take {in_words(each)} in all. Upload fewer rows"
        )
    return f"this server's {in_words(whole)} for uploads are full. Try again later, or upload fewer rows"


def _folded(name: str) -> str:
    return name.casefold()


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


STORE = Uploads()


def store(scheme: str, files: Sequence[tuple[str, bytes]]) -> Upload:
    """Store files for the visitor whose page runs. Raises DataError when there is no room for them."""
    return STORE.store(visitors.current(), scheme, files)


def find(data: Uploaded) -> tuple[Upload, dict[str, str]]:
    """Return the requested upload, and its options.

    Raises DataError when this visitor may not open it, and for one that is not data to learn from.
    """
    upload, options = STORE.find(visitors.current(), data)
    if upload.scheme not in sources.FAMILIES:
        raise DataError("this upload is not data to learn from", file=_printable(upload.name)[:60])
    return upload, options


def find_as(scheme: str, data: Uploaded) -> Upload:
    """Return the requested upload. Raises DataError when this visitor may not, or it is of another kind."""
    upload, _ = STORE.find(visitors.current(), data)
    if upload.scheme != scheme:
        raise DataError("this upload was made for another page", file=_printable(upload.name)[:60])
    return upload


def belongs_to_visitor(upload: Upload) -> bool:
    """Return whether an upload belongs to the visitor whose page runs."""
    return upload.owner == visitors.current()


def canonical(data: Uploaded) -> Uploaded:
    """Return the data by their token; unchanged when this visitor may not open the upload."""
    try:
        upload, options = find(data)
    except DataError:
        return data
    return upload.canonical(options)


def identity(upload: Upload, index: int = 0) -> Hashable:
    """Return the key under which a view of one of an upload's files is cached."""
    return upload.scheme, upload.contents[index]
