"""Dialogs of the window: about the document, guesses, help, the key to symbols.

Imports the rooms before the window.
"""
