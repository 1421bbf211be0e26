"""Interop: tools of other frameworks, each called through its framework.

frameworks > langchain | … > interop_tool | framework_error: a file a framework. None of them imports a framework: an
object of one is only there if the user's module has imported it.
"""
