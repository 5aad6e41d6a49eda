"""The exception of an experiment that ends before its tasks do, through no fault of its description."""

from rankviz.engine.errors import DataError


class Unfinished(DataError):
    """Not all tasks were done though nobody stopped the run: a lost cluster, a full disk, a killed worker.

    The finished tasks stay on disk, and the same experiment continues from there. On the command line it ends with
    exit code 3.
    """
