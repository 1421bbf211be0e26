"""The search for files, tables and records with which the calls of a function work."""
