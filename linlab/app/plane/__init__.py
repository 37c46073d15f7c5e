"""The plane where points are clicked, and the tools in hand there. Imports canvas and the rooms
before it."""
