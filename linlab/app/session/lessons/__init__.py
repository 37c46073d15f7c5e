"""The open lesson: its current page, the answers, and what was open before. No widgets.

Imports the rest of the session and the rooms before it.
"""
