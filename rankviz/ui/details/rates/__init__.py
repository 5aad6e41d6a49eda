"""*Rates* in the drawer: measurements by sample size, a file for each kind."""
