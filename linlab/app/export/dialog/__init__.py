"""The export dialog: what is wished for, how it will look, and the job that writes it. Imports the
writers beside it, panels and the rooms before them."""
