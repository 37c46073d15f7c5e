"""Feature space: three monomials as a scene that is turned, and the separating plane in it.

Imports the frame of the views, and the rooms before them.
"""
