"""scikit-learn style estimators over the same engine: fit, predict scores, look at every stage."""

from rankviz.engine.runs.estimators.kernel import KernelGradientDescent
from rankviz.engine.runs.estimators.margins import SmoothMargin
from rankviz.engine.runs.estimators.qbrank import QBRank
from rankviz.engine.runs.estimators.rankboost import VARIANTS, RankBoost

__all__ = ["VARIANTS", "KernelGradientDescent", "QBRank", "RankBoost", "SmoothMargin"]
