"""RB-D, RB-C and RankBoost+ (efficient and optimal)."""
