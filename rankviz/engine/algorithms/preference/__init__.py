"""Scores from battles: Bradley–Terry, Davidson, Elo, net wins, and the limits of RB-D and RankBoost+ on them."""
