"""What becomes of text that is handed on: it stays data, whoever wrote it."""
