"""The judges of `half_made_changes`: what a failed call leaves, a way of failing each."""
