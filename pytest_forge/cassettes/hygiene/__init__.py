"""What is wrong with the cassettes of a project."""
