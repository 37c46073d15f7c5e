"""The notebook: a run as a value in Python, which shows, draws and saves itself.

Imports the engine, and the app where Qt has to draw or to open the window.
"""
