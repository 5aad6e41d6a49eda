"""The narration of a round: the pick and its reason, what changed and what did not, with the run's numbers."""

from rankviz.insight.narration.rounds import first_divergence, round_in_words, stop_in_words

__all__ = ["first_divergence", "round_in_words", "stop_in_words"]
