"""The engine: points, learners, the compiled loop and everything measured from it. No Qt here."""
