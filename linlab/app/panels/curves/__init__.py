"""The curves of a run: their plot, the readout under the mouse, the exact optimum. Imports canvas
and the rooms before it."""
