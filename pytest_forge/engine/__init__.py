"""The engine: checks run against tools, in processes that may fail."""
