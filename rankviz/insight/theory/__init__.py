"""The papers' theorems checked against the numbers of a run, with the solvers they need."""
