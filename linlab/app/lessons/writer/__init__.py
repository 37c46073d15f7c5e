"""Writing a lesson in the window: the list of its pages, and an editor for one of them. Imports the
rooms before lessons."""
