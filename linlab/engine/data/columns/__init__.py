"""Tables from elsewhere: which two columns become the axes, and on which scale.

Imports ground and the checks of this room.
"""
