"""Plain text as LaTeX that pdfLaTeX sets: names from data can hold anything, and none of it may become a command."""

import unicodedata

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
}
_SIGNS = {
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "\u00a0": "~",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "′": "$'$",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "±": r"$\pm$",
    "∞": r"$\infty$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "≠": r"$\ne$",
    "≈": r"$\approx$",
    "→": r"$\to$",
    "√": r"$\surd$",
    "∇": r"$\nabla$",
    "‖": r"$\Vert$",
    "∪": r"$\cup$",
    "½": r"$\tfrac12$",
    "⁺": "$^{+}$",
    "⁻": "$^{-}$",
    "₊": "$_{+}$",
    "₋": "$_{-}$",
    "ₖ": "$_k$",
    "ᵢ": "$_i$",
    "ₜ": "$_t$",
}
_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "varepsilon",
    "η": "eta",
    "θ": "theta",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "varphi",
    "ω": "omega",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Π": "Pi",
    "Σ": "Sigma",
}
_ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar"}
_RAISED, _LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"


def plain(text: str) -> str:
    """Write `text` as LaTeX text: T1 letters stay, our symbols become mathematics, the rest U+ numbers."""
    out: list[str] = []
    for sign in text:
        if sign in _ACCENTS and out and len(out[-1]) == 1 and out[-1].isalpha():
            out[-1] = rf"$\{_ACCENTS[sign]}{{{out[-1]}}}$"
        else:
            out.append(_sign(sign))
    return "".join(out)


def _sign(sign: str) -> str:
    if sign in _SPECIAL:
        return _SPECIAL[sign]
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign in _GREEK:
        return rf"$\{_GREEK[sign]}$"
    if sign in _RAISED:
        return f"$^{_RAISED.index(sign)}$"
    if sign in _LOWERED:
        return f"$_{_LOWERED.index(sign)}$"
    if " " <= sign <= "~" or _is_western(sign):
        return sign
    return " " if sign.isspace() else f"[U+{ord(sign):04X}]"


def _is_western(letter: str) -> bool:
    """Return whether T1 has the letter: a Latin one up to U+017F, alone or with an accent."""
    return "À" <= letter <= "ſ" and unicodedata.category(letter) in ("Lu", "Ll")
