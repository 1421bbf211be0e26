"""Tools that look at a user's data and draft contracts for it. Source: seed 000, "Authoring Forge Tools"."""
