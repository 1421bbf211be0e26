"""One program, run with limits: what it may touch, how long it may run, and what it leaves behind."""
