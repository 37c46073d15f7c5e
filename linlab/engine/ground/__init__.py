"""What everything stands on: errors, files, JSON, shipped assets, how numbers are printed, tasks for
another thread and how long they take. Imports no other room."""
