"""The export dialog, figures, films and pictures of the window. Imports present and the rooms
before it."""
