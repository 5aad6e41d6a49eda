"""How far what is learned from samples lies from what the law itself would give."""
