"""Trained weights as JSON, CSV, NPZ, Python and scikit-learn, and read back. Imports train and the
rooms before it."""
