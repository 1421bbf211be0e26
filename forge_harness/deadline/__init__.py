"""Work with a deadline, sync or async: threads, event loops, and the limits of each step."""
