"""The window: views of a session, and the hands that change it. Everything it shows is computed by the engine."""
