"""The window, its toolbar, actions and keys, and how it is launched. Imports all other rooms."""
