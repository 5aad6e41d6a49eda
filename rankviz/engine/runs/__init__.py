"""Runs: their specification, computation, measurement, storage, forks, replay and export."""
