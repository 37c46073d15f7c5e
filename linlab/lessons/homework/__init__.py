"""Homework in many copies: each with its own points and numbers, all equally hard, with a key and a
quiz for Moodle.

Imports the lessons beside it and the engine; the pages of a PDF are painted in `app/export`.
"""
