"""From a SOURCE to a Trace: data, weak rankers, algorithms, metrics and runs.

It imports no room above it. A SOURCE and the choices of a run come in; a Trace, the numbers of every round, goes out.
"""
