"""Views into the model as panes of the window: a picture or a table, with the options that the view
declares. Imports the other panels and the rooms before them.
"""
