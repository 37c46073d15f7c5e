"""The sweep: how errors and losses depend on a setting, on the noise of the data or on how many
examples there are.

Imports the rest of views, and the rooms before it.
"""
