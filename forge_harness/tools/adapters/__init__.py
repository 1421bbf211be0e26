"""Tools that reach other systems: one file a tool, named as it."""
