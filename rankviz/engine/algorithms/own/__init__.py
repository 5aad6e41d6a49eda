"""A ranker that LightGBM, XGBoost or CatBoost has trained, watched tree by tree."""
