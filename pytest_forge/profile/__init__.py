"""Profile: the intended behaviour of a tool, as claims: declared, annotated, or guessed from a word.

Every list of words from which the project guesses stands here: one file a question, with a test by words.
"""
