"""Grammar: the values of a schema as a graph, and the two drivers that walk it."""
