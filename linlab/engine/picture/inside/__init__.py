"""Layers of the plane that show what a model is made of: each file says what is drawn, what the
legend says of it, and of which learners there is nothing to draw. Imports the shapes and the scene
of its picture."""
