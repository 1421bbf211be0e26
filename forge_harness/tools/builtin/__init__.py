"""Core tools, in every agent. Source: seed 002, "Built-in tools"."""
