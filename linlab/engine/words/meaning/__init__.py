"""What a run means: a few sentences that are true of it now, each with a view or a lesson that says
why. Imports many, optimum and the rooms before them."""
