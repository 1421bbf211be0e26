"""What a run costs: prices, the count, and its footer."""
