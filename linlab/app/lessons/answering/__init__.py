"""How questions are answered: a control for each kind. Imports plane and the rooms before it, and
the text of lessons."""
