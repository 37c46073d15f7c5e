"""The command line: the window, or train, render, predict, lesson, models and datasets without one.

Imports the engine, lessons and the app.
"""
