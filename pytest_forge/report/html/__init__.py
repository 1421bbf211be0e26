"""Pages of HTML: the report of a run and recorded sessions, each one file that asks nothing of the network."""
