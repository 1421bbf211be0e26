"""Guardrails: rules that deny commands, outputs, prompts and answers. Source: seed 002, layer 12 of `cli_execute`."""
