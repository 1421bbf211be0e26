"""Reports: one value, shown to people and machines."""
