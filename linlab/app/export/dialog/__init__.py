"""The export dialog: the options, the preview, and the job that writes the file. Imports the
writers beside it, panels and the rooms before them."""
