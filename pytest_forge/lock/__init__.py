"""Lock: what a target declares today, kept in a file, and what has changed since."""
