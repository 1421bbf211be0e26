"""A broken tool and the same tool fixed, one file per check."""
