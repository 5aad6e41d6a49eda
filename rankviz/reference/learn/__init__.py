"""What helps to learn from the reference: its papers, why each equation is so, and where each is seen."""
