"""The curves of a run: their plot, what is told under the mouse, the exact optimum. Imports canvas
and the rooms before it."""
