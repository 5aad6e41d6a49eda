"""What is learned against the sample size: one file for each of what is measured."""
