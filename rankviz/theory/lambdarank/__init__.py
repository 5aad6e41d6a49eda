"""Claims about RankNet and LambdaMART, and which theorems do not speak of them."""
