"""The cost of a run: prices, the count, and its footer."""
