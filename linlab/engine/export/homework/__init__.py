"""A homework sheet on the first steps of a run. Imports the tables and figures beside it and the
rooms before them."""
