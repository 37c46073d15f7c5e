"""A picture as SVG and as PGFPlots for LaTeX."""
