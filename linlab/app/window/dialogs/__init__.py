"""What the window asks and tells in windows of their own: about the document, guesses, help, the
key to symbols.

Imports the rooms before the window.
"""
