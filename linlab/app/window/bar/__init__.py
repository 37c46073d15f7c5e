"""The bar along the top of the window and the menu of all commands in it.

Imports the commands of the window; the table of actions and the window import it.
"""
