"""The card that says what a run means, and the sentences it sets. Imports controls, the session and
the rooms before them."""
