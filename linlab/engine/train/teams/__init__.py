"""Teams: models made of the models of others, and the runs that they listen to.

Imports the rest of train but the trace, which listens for them.
"""
