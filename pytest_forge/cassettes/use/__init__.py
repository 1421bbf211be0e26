"""Use: the cassette of a test, its settings, and what was recorded or replayed."""
