"""A course: parts, and the lessons of each in their order, as `course.toml` beside them says. Numbers
follow from it. Imports the engine and a few values of the written lessons."""
