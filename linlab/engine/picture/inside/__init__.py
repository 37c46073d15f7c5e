"""Layers of the plane that show what a model is made of: each file has the drawing, its legend, and
which learners have nothing to draw. Imports the shapes and the scene of its picture."""
