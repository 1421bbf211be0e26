"""The agent loop: a model and its tools, and what a run leaves behind."""
