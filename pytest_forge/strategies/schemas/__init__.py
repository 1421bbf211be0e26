"""Schemas read: as documents, flattened, merged, negated; patterns of other languages."""
