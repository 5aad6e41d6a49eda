"""The engine in a browser beside CPython: what both are asked, and the worker that asks the one in Pyodide."""
