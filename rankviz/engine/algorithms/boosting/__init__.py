"""The parts that all boosting over weak rankers shares: the loop, the distribution, the search, the equations."""
