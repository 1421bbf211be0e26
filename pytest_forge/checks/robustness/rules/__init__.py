"""The rules of `common_rules`, a file each; each judge tells whether it has found its rule in a tool's answers."""
