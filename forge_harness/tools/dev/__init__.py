"""The development tools; a file is a tool, and has its name. Only `forge run --dev` offers them. Seed 002."""
