"""Rankers that LightGBM, XGBoost and CatBoost have trained: read by their own libraries, tree by tree."""

from rankviz.data.model import Model, Objective, Shapes
from rankviz.data.models.reader import attach, of_booster, on_data, read

__all__ = ["Model", "Objective", "Shapes", "attach", "of_booster", "on_data", "read"]
