"""Equations of what stands beside the four papers: the P-norm push, the λ's of RankNet and LambdaMART, ListNet."""
