"""The speaker's own screen: what the hall sees, what comes next, notes and the time. Imports the
stage's texts and the rooms before it."""
