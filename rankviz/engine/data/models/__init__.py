"""Rankers trained by LightGBM, XGBoost and CatBoost, read from their files without these libraries, tree by tree."""
