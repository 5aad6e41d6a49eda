"""Claims beyond the papers' own: what other weak rankers do, and what the papers leave open."""
