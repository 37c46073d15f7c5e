"""The look, and the small widgets that everything is put together from. Imports session."""
