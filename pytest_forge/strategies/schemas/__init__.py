"""Schemas: read as documents, flattened, merged and negated; patterns of other languages."""
