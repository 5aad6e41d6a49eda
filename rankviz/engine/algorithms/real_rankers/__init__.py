"""RB-C's own domain: weak rankers with values from 0 to 1 (RB+ section 2.3)."""
