"""Claims about RB-C over weak rankers with values from 0 to 1."""
