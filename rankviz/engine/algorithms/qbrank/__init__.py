"""General boosting by quadratic upper bounds: QBRank, GBT, and RankSVM for comparison."""
