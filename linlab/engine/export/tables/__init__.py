"""Updates as tables, what a run came to, and what there is to choose from. Imports words and the
rooms before it."""
