"""The papers' equations as formulas: the reference shows them in symbols, `rankviz.insight.explain` with numbers."""
