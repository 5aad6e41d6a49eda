"""Claims beyond the papers: what other weak rankers do, and what the papers leave open."""
