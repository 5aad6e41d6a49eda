"""Many tasks and outside files: cross-validated experiments and the audit of ties. A wing: the app starts without it.

SOURCEs, or runs and judgements, come in; tables, tests and figures go out, as files and on the app's pages.
"""
