"""Weight space: J over two weights, and in it what the plane shows from the other side: a θ is a
place, an example a line.

Imports the frame of the views, and the rooms before them.
"""
