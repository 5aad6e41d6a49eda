"""A run as one HTML file that needs neither a server nor a network: the stage, the run's pack, and the run's facts."""
