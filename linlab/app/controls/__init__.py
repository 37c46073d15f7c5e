"""The theme, and the small widgets that everything is built from. Imports session."""
