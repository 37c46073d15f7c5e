"""What everything stands on: errors, files, JSON, shipped assets and how numbers are printed.
Imports no other room."""
