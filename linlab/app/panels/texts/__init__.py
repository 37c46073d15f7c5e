"""Texts to read and edit: a list with tinted words, and a field that adds one.

Imports controls, the canvas's shapes and the session.
"""
