"""The papers' equations as formulas: the reference shows them in symbols, `rankviz.explain` with numbers."""
