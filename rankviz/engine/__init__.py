"""From a SOURCE to a Trace: data, weak rankers, algorithms, metrics and the runs of them.

It imports no room above it. A SOURCE and the choices of a run come in; a Trace, the numbers of every round, goes out.
"""
