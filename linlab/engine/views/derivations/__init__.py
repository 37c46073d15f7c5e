"""Derivations as a view: lines with their values, a picture where there is one, and why a derivation
does not apply.

Imports the derivations of words, the frame of the views, and the rooms before them.
"""
