"""What may be sent for a schema, as a graph, and the two drivers that walk it."""
