"""Drawing: a Trace as one binary pack, the modules that draw it, saved pages and the notebook widget.

A Trace comes in; a pack, and HTML that carries one, go out. `frontend` is everything that runs in a browser.
"""
