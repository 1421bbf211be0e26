"""What recorded models said and called, and what became of it."""
