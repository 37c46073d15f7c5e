"""What views have in common: a view that says what it needs and is called only with that, words
below a chart, marks of classes, rings around what is highlighted, and the sentence where there is
nothing to see.

Imports the frame of views and the rooms before it.
"""
