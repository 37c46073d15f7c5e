"""The cards around the plane: data, model, curves, this update, numbers, transport. Imports plane
and the rooms before it."""
