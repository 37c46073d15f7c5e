"""Extensions: Python files of the user that add rows to the tables of linlab. Imports every room with
a table."""
