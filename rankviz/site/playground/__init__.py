"""The playground: RankViz without a server, its own engine run by Python in the visitor's browser."""
