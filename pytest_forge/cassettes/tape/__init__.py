"""Our own cassettes: how they are written, opened, cached and locked."""
