"""Views into the model, as panes of the window: the picture of one, or its table, with the options
that it declares.

Imports the other panels and the rooms before them.
"""
