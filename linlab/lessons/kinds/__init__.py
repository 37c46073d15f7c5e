"""The kinds of questions: how each is asked, answered, judged, drawn and printed; one file for each
kind.

Imports facts, playing, and the checks of fields.
"""
