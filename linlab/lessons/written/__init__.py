"""What an author writes: files, blocks, expressions and text, read with every mistake at its line,
and written again.

Imports facts, the kinds of questions and what plays.
"""
