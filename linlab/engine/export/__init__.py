"""What leaves the lab as text: trained weights, tables of updates, summaries. None of it needs a window."""
