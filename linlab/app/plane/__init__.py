"""The plane where points are clicked, and its tools. Imports canvas and the rooms before it."""
