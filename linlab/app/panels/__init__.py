"""The cards around the plane: data, model, curves, this step, numbers, transport. Imports plane
and the rooms before it."""
