"""What the browser draws: a Trace as one binary payload."""
