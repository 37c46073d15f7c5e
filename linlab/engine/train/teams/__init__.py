"""Teams: models made of other models, and the runs of their members.

Imports the rest of train except the trace.
"""
