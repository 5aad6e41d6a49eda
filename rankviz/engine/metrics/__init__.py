"""Ranking metrics of item scores: see `rankviz.engine.metrics.ranking` for their conventions."""

from rankviz.engine.metrics.ranking import (
    auc,
    dcg,
    e1,
    e2,
    log_e1,
    log_e2,
    mean_average_precision,
    ndcg,
    positives_at_top,
    precision_at,
    precision_curve,
    r1,
    r2,
)

__all__ = [
    "auc",
    "dcg",
    "e1",
    "e2",
    "log_e1",
    "log_e2",
    "mean_average_precision",
    "ndcg",
    "positives_at_top",
    "precision_at",
    "precision_curve",
    "r1",
    "r2",
]
