"""What is drawn: a Trace as one binary pack, the modules that draw it, saved pages and the widget of a notebook.

A Trace comes in; a pack, and HTML that carries one, go out. `frontend` is all that runs in a browser.
"""
