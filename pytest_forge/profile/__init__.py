"""Profile: what a tool is meant to do, as claims: declared, annotated, or guessed from a word."""
