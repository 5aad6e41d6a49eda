"""The evaluation of an experiment: its results over the tasks, ranks, tests on them, and summaries."""
