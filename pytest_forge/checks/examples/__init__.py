"""A broken tool and the same tool mended, one file a check."""
