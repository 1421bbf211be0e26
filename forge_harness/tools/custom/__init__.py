"""Script tools: the tools of a project, in Python, TypeScript or JavaScript. Source: seed 002, "Custom tools"."""
