"""Texts as data: tables, folders and lines of them, and data sets in our own words.

Imports ground and the points of this room.
"""
