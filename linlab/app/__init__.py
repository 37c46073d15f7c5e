"""The window: views of a session, and the hands that change it. Everything it shows is computed by
the engine.

Its rooms, each importing only those before it: session, controls, canvas, plane, panels, lessons,
present, export, window.
"""
