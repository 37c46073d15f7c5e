"""A lesson as a web page: its texts, players and questions, judged in the page. Imports the lessons
beside it and the engine.
"""
