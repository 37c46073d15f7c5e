"""What lies over the picture of the plane: hints, banners, questions, offers, the cross and the
brush's settings.

Imports canvas and the rooms before it, and the plane; the hint is imported by the plane.
"""
