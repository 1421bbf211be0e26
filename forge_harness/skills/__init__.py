"""Skills: instructions that a model reads on demand, with the tools they need and the rules they bring. Seed 002."""
