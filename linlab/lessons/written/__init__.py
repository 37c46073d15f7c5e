"""What an author writes: files, blocks, expressions and text; reading reports every fault with its
line.

Imports facts, the kinds of questions and playing.
"""
