"""The judges of `escapes`: ways that lead out of the workspace."""
