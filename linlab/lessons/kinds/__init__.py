"""The kinds of questions: what each is asked with, answered, judged, drawn and printed by, one file
for one kind.

Imports facts, what plays, and what a field may be.
"""
