"""Rankers that LightGBM, XGBoost and CatBoost have trained, read from their files without them, tree by tree."""
