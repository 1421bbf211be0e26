"""Settings: the unified file, the older ones, and the settings of a run."""
