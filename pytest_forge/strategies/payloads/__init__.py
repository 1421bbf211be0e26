"""What hostile calls carry, by the interpreter that would take it for more than data."""
