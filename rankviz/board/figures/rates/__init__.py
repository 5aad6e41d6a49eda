"""Learning against the sample size: one file for each measure."""
