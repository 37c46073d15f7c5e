"""Where things go on a page: texts in free space, the legend in a corner, and points at one place
side by side. Imports the shapes, axes, legend and scene of its picture."""
