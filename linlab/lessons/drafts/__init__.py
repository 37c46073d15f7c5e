"""A lesson that is being written: the draft as a value, the text and the files that it becomes, and
how it is kept until it is saved. Imports the engine and lessons.written."""
