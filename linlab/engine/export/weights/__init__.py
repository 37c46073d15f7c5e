"""Trained weights as JSON, CSV, NPZ, Python and scikit-learn, and read back."""
