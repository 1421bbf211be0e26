"""What a tool does to the world besides answering: no more than its tier allows."""
