"""Options that do one thing and end: --info, --reset, --install-desktop, --remove-desktop.

Imports the settings and the window's facts about itself; the command line imports it.
"""
