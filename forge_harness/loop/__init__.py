"""The agent loop: a model and its tools, and the result of a run."""
