"""How a check calls a tool: plausibly, at edges, in volume; in hurried time, in copies, and with names of files."""
