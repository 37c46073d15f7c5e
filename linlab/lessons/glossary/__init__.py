"""The words and symbols of the course, each with its meaning and the page that shows it, and how they
are recognised in a text. Imports `written` and the list of lessons."""
