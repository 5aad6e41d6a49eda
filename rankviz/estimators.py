"""scikit-learn style estimators over the same engine: fit, predict scores, look at every stage."""

from rankviz.runs.estimators.kernel import KernelGradientDescent
from rankviz.runs.estimators.margins import SmoothMargin
from rankviz.runs.estimators.qbrank import QBRank
from rankviz.runs.estimators.rankboost import VARIANTS, RankBoost

__all__ = ["VARIANTS", "KernelGradientDescent", "QBRank", "RankBoost", "SmoothMargin"]
