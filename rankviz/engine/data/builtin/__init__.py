"""Data that need no file: bundled data sets, synthetic draws, scenarios, tables in a link."""
