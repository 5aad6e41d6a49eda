"""LambdaRank's family: RankNet and LambdaMART, boosted trees that follow the λ's of the pairs."""
