"""A homework sheet on the first updates of a run. Imports the tables and figures beside it and the
rooms before them."""
