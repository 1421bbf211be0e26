"""The judges of `repeated_effects`: what a repeated call adds."""
