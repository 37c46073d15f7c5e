"""Points and tables: which two columns become the axes, on which scale, and back again.

Imports ground and the checks of this room.
"""
