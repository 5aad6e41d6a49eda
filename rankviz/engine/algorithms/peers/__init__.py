"""Other libraries' rankers, LightGBM's and XGBoost's, as contenders of experiments."""
