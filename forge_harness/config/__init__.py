"""Settings: the unified file, the older ones, and what a run takes from them."""
