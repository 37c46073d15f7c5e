"""A lesson being written: the draft as a value, its text and files, and how it is kept until it is
saved. Imports the engine and lessons.written."""
