"""What a student has done in the lessons: pages, answers and minutes, kept in one file on this
computer. No window.

`records.py` has the values: a `Progress` holds a `LessonProgress` for each lesson, and that an
`Attempt` for each answer. `progress_file.py` reads them and adds to them. Imports the engine.
"""
