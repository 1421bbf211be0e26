"""The project of `forge demo`: tools of a small shop, two of them broken, and a recorded session."""
