"""The same question with other points: drawn from another seed, judged by the engine, as hard as
before.

Imports the lessons beside it and the engine.
"""
