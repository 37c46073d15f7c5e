"""Several models of a document: their curves in one chart, how they do, whether one is better, and
what chance makes of that.

Imports the frame of views and the rooms before it.
"""
