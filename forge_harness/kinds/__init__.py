"""The kinds of tool: typed, written by hand, and executors."""
