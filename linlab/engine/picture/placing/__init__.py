"""Where things go on a page: words in free space, the legend in a corner, and beside each other
what lies on one place. Imports the shapes, furniture and scene of its picture."""
