"""What an experiment measures, under which conventions, and what comes out over its tasks."""
