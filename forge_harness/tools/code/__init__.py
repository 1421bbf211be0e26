"""Tools that read and change the files of a project. Source: seed 002, "Code-agent tools"."""
