"""A picture as SVG and as PGFPlots for LaTeX. Imports picture and ground."""
