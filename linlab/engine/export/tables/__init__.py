"""Steps as tables, the summary of a run, and the lists of models and data sets. Imports words and
the rooms before it."""
