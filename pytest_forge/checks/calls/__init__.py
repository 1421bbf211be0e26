"""How a check calls a tool: with what it plausibly takes, in hurried time, and where its arguments name files."""
