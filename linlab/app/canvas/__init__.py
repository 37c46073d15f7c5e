"""A picture on the screen and on paper: shown with pyqtgraph, painted by Qt. Imports controls and
session."""
