"""How far learning from samples is from what the law itself would give."""
