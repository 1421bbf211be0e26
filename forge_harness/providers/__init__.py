"""Providers: what each model provider sends, read without any I/O."""
