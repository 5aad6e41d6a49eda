"""Many tasks and outside files: cross-validated experiments, the audit of ties, and figures for papers.

SOURCEs, or runs and judgements, come in; tables, tests and figures go out, as files and on the app's pages.
"""
