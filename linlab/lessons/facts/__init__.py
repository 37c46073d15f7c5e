"""Facts about a moment of a run, by names that a lesson can use. Imports the engine, and
expressions."""
