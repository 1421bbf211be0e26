"""The client side of the Model Context Protocol: a server started or reached, its tools listed and called."""
