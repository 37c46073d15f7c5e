"""The window at home on a desktop: its icon, files from other starts, what to tell about a fault.

Imports the session and the engine; launch and the window import it.
"""
