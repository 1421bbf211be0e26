"""Profile: the intended behaviour of a tool, as claims: declared, annotated, or guessed from a word."""
