"""For every eye and ear: less motion, larger text, spoken words. Imports session."""
