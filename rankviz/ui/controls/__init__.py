"""The widgets that choose data and run."""
