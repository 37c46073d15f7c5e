"""The basis of all other rooms: errors, files, JSON, assets, how numbers are printed, background
tasks and how long they take. Imports no other room."""
