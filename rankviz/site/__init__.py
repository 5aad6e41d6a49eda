"""The app's pages that need no server, as the files of a static site, and a playground that computes in a browser.

Claims, the Reference and presets come in; HTML files and an archive of the engine for Pyodide go out. Only a command
imports this room.
"""
