"""*Rates* in the drawer: what is measured by sample size, one file for each of what is shown."""
