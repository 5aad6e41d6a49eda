"""Drawings as a PDF, a page each and no larger than its figure: vectors and real text (ISO 32000-1, 7 to 9)."""

import zlib
from collections.abc import Sequence

from rankviz.experiments.figures.drawing import (
    Area,
    Drawing,
    Line,
    Marks,
    Part,
    Words,
    corners,
)
from rankviz.experiments.figures.helvetica import (
    CIRCUMFLEX,
    RAISED,
    RAISED_BY,
    RAISED_SIZE,
    width,
)
from rankviz.marks import CORNERS, Point

ROUND = 0.5523
"""How far the handles of a Bézier curve lie that draws a quarter of a circle of radius 1."""

OPACITIES = tuple(k / 20 for k in range(1, 21))
REPLACED = {"−": "–"}
"""Characters that the encoding of PDF's base fonts lacks, and what looks like them."""


def write(drawings: Sequence[Drawing], title: str) -> bytes:
    """Return the PDF file; the same drawings give the same bytes."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    states = " ".join(f"/G{k}<</ca {opacity:g}>>" for k, opacity in enumerate(OPACITIES))
    pages = [5 + 2 * i for i in range(len(drawings))]
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(f'{n} 0 R' for n in pages)}]>>".encode(),
        font,
        b"<</Title " + _string(title) + b"/Producer(RankViz)>>",
    ]
    for number, drawing in zip(pages, drawings, strict=True):
        stream = zlib.compress(_content(drawing), 9)
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {drawing.width:.2f} {drawing.height:.2f}]"
            f"/Contents {number + 1} 0 R/Resources<</Font<</F 3 0 R>>/ExtGState<<{states}>>>>>>".encode()
        )
        objects.append(
            f"<</Length {len(stream)}/Filter/FlateDecode>>stream\n".encode() + stream + b"\nendstream"
        )
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Join objects with the table of their offsets; the fourth object is the file's description."""
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    tail = f"trailer<</Size {len(objects) + 1}/Root 1 0 R/Info 4 0 R>>\nstartxref\n{len(out)}\n%%EOF\n"
    return bytes(out + (head + tail).encode())


def _content(drawing: Drawing) -> bytes:
    # PDF counts y upwards; round joins, so that curves look as on the screen.
    upright = f"1 0 0 -1 0 {drawing.height:.2f} cm 1 j\n".encode()
    return upright + b"".join(_part(part) for part in drawing.parts)


def _part(part: Part) -> bytes:
    red, green, blue = (int(part.colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    colour = f"{red:.3f} {green:.3f} {blue:.3f}"
    if isinstance(part, Line):
        dash = " ".join(f"{length:g}" for length in part.dash)
        return f"{colour} RG {part.width:g} w [{dash}] 0 d {_path(part.points)}S\n".encode()
    if isinstance(part, Words):
        return f"{colour} rg ".encode() + _words(part)
    state = min(range(len(OPACITIES)), key=lambda k: abs(OPACITIES[k] - part.opacity))
    return f"/G{state} gs {colour} rg {_filled(part)}f\n/G{len(OPACITIES) - 1} gs\n".encode()


def _filled(part: Area | Marks) -> str:
    if isinstance(part, Area):
        return _path(part.points)
    if CORNERS[part.shape]:
        return "".join(_path(each) + "h " for each in corners(part))
    return "".join(_circle(x, y, part.size / 2) for x, y in part.points)


def _path(points: Sequence[Point]) -> str:
    (x, y), *rest = points
    return f"{x:.2f} {y:.2f} m " + "".join(f"{a:.2f} {b:.2f} l " for a, b in rest)


def _circle(x: float, y: float, r: float) -> str:
    k = ROUND * r
    quarters = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    curves = "".join(" ".join(f"{v:.2f}" for v in quarter) + " c " for quarter in quarters)
    return f"{x + r:.2f} {y:.2f} m {curves}h "


def _words(words: Words) -> bytes:
    """Draw a text, shifted by its width where it is not anchored at its start."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    x, y = words.at[0] - share * width(words.text, words.size), words.at[1]
    return f"BT 1 0 0 -1 {x:.2f} {y:.2f} Tm ".encode() + _pieces(words.text, words.size) + b"ET\n"


def _pieces(text: str, size: float) -> bytes:
    """Draw characters one after the other; a circumflex goes back over its letter, a raised digit is small."""
    out, plain = b"", ""
    for character in f"{text}\0":
        if character not in RAISED and character not in (CIRCUMFLEX, "\0"):
            plain += character
            continue
        out += f"/F {size:g} Tf 0 Ts ".encode() + _string(plain) + b" Tj " if plain else b""
        if character == CIRCUMFLEX and plain:
            letter, hat = width(plain[-1], 1000), width("ˆ", 1000)
            back = (letter + hat) / 2
            out += f"[{back:.0f}] TJ {0.2 * size:.2f} Ts [(\\210) {hat - back:.0f}] TJ ".encode()
        elif character in RAISED:
            out += f"/F {RAISED_SIZE * size:.2f} Tf {RAISED_BY * size:.2f} Ts ".encode()
            out += _string(RAISED[character]) + b" Tj "
        plain = ""
    return out


def _string(text: str) -> bytes:
    """Return a PDF string in the encoding of its base fonts; a character that it lacks becomes a question mark."""
    raw = "".join(REPLACED.get(character, character) for character in text).encode("cp1252", "replace")
    escaped = raw.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
    return b"(" + escaped + b")"
