"""The window while a lesson is open: its toolbar and its layout. Imports the panels, the lessons and
the window's modes and widths."""
