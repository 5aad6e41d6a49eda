"""Scores from battles: Bradley–Terry, Davidson, Elo, net wins, and where RB-D and RankBoost+ end on them."""
