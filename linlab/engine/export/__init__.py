"""Files for export: figures, weights and tables. None of it needs a window.

Imports views and the rooms before it.
"""
