"""Small languages and shapes of text that tools read and write; a file is one of them."""
