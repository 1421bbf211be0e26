"""Seed 002, Tools: one row a promise."""

from __future__ import annotations

from .requirement import Requirement

PROGRAMS = "The tools that run programs, and the build, of a later release."
NETWORK = "The tools of the network of a later release."
STORES = "The memory and the schedules of a later release."


def row(sentence: str, behaviour: str, deferred: str | None = None) -> Requirement:
    return Requirement(f"seed 002: {sentence}", behaviour, deferred)


REQUIREMENTS: dict[str, Requirement] = {
    # The catalogue
    "catalog:tells-each-tools-category": row(
        "Category table, 'builtin, adapter, dev, custom'", "Each of our tools says where it comes from."
    ),
    "catalog:registers-all-builtins": row(
        "'Register all builtins with builtins.RegisterAll(registry)'",
        "register_builtins registers the builtin tools and returns their names; twice is no error.",
    ),
    "catalog:code-agent-tools-are-asked-for": row(
        "Code-agent tools, 'These tools are not registered by default'",
        "No code-agent tool is registered until register_code_agent_tools is called.",
    ),
    "catalog:code-agent-groups": row(
        "Code-agent tools, 'registered in layered groups'",
        "The four groups hold the 3, 4, 3 and 7 tools of the seed.",
    ),
    "tool:interface": row(
        "The Tool interface, 'All tools implement the tools.Tool interface'",
        "Each tool has a name, a description, a category, an input schema, and can be executed.",
    ),
    # Data
    "json_parse:parses-and-queries": row(
        "json_parse, 'Parse and query JSON data'",
        "A query finds the value at its path, or says that none is there.",
    ),
    "csv_parse:gives-records": row(
        "csv_parse, 'Parse CSV data into structured records'",
        "Rows are objects named by the headers, or lists.",
    ),
    "datetime_now:tells-the-time": row(
        "datetime_now, 'Get current date and time'", "The time is told in the time zone and format asked for."
    ),
    "uuid_generate:version-four": row(
        "uuid_generate, 'Generate UUID v4 identifiers'", "Each call gives another identifier of version 4."
    ),
    "math_calculate:evaluates-expressions": row(
        "math_calculate, 'Evaluate mathematical expressions'",
        "An expression gives its number, and is never evaluated as Python.",
    ),
    # file_create
    "file_create:writes-a-file": row(
        "file_create, 'Output JSON includes filename, content, mime_type, and path'; '.forge/files/ directory'",
        "The file stands in .forge/files, and the result tells the seed's four keys; the path is relative.",
    ),
    "file_create:twelve-extensions": row(
        "file_create, 'Allowed extensions'", "The twelve extensions have their types, and any other is refused."
    ),
    "file_create:plain-names-only": row(
        "file_create, 'Filenames with path separators (/, \\) or traversal patterns (..) are rejected'",
        "A name with a separator or two dots is refused.",
    ),
    "file_create:tells-the-host-the-place": row(
        "file_create, 'The path field contains the absolute disk location'; 'uploaded to the user's channel'",
        "The event file.created tells the host the absolute path, which the model never sees.",
    ),
    # Code-agent tools
    "code-tools:stay-inside": row(
        "Code-agent tools, 'confines resolved paths'; '.. is caught after symlink resolution'",
        "No file tool reads or writes outside the workspace, by its text or by a link.",
    ),
    "code-tools:skip-the-standard-folders": row(
        "Code-agent tools, 'Standard directories are excluded from search'",
        "Searches enter none of the seven folders.",
    ),
    "file_read:lines-or-entries": row(
        "file_read, 'optional line offset/limit, or list directory entries'",
        "A file gives its lines from offset to limit, a folder its entries.",
    ),
    "file_write:creates-or-overwrites": row(
        "file_write, 'Create or overwrite files'", "The result tells whether the file was created or updated."
    ),
    "file_edit:exact-match-and-unified-diff": row(
        "file_edit, 'exact string matching with unified diff output'",
        "One exact match is replaced, and `patch` accepts the diff.",
    ),
    "file_patch:batch-in-one-call": row(
        "file_patch, 'Batch file operations (add, update, delete, move) in a single call'",
        "All operations happen, or none.",
    ),
    "glob_search:newest-first": row(
        "glob_search, 'Find files by glob pattern, sorted by modification time'", "Paths come newest first."
    ),
    "grep_search:regular-expressions": row(
        "grep_search, 'Search file contents with regex'",
        "Lines that match a regular expression are told with path and number, in time linear in the text.",
    ),
    "grep_search:same-with-and-without-rg": row(
        "grep_search, 'uses rg if available'",
        "The search gives the same answer whether or not ripgrep is installed.",
    ),
    "directory_tree:three-levels": row(
        "directory_tree, 'tree-formatted directory listing (default max depth: 3)'",
        "A tree of three levels is drawn unless another depth is asked for.",
    ),
    # Custom tools
    "custom:docstring-schema": row(
        "Custom tools, 'Create a Python or TypeScript file with a docstring schema'",
        "The schema is read from the docstring, and the file is not imported for it.",
    ),
    "custom:seed-file-runs-as-printed": row(
        "Custom tools, the example", "The seed's own file is a tool that answers as printed."
    ),
    "custom:found-in-the-tools-folder": row(
        "Custom tools, 'by placing scripts in a tools/ directory'",
        "The scripts of tools/ are found and checked.",
    ),
    "tool-command:lists-all-tools": row(
        "'forge tool list', 'List all registered tools'", "The command without a target lists our tools."
    ),
    "tool-command:describes-one-tool": row(
        "'forge tool describe web_search', 'Show details for a specific tool'",
        "The command describes a tool of ours by its name.",
    ),
    "project:tools-and-their-config": row(
        "cli_execute, the project file's 'tools: - name, config'",
        "forge.yaml lists tools with their configuration, and an unknown key is refused with its line.",
    ),
    # Later
    "build:dev-tools-left-out": row(
        "Category table, 'Development-only tools, filtered in production builds'",
        "No dev tool is in any file of a production build.",
    ),
    "build:tool-filter-stage": row(
        "ToolFilterStage, 'Annotates each tool with its category'; 'tool_interface_version'; 'Counts tools'",
        "The build writes categories, the interface's version, and counts.",
    ),
    "dev-tools:only-while-developing": row(
        "Development tools, 'available during forge run --dev'",
        "The four dev tools are offered with --dev alone.",
    ),
    "read_skill:full-instructions": row(
        "read_skill, 'Load full instructions for an available skill on demand'",
        "A skill's instructions are read by its name.",
    ),
    "cli_execute:twelve-layers": row(
        "cli_execute, 'security-hardened command execution with 12 security layers'",
        "Each of the twelve layers refuses a call that only it refuses.",
    ),
    "cli_execute:skill-guardrails": row(
        "cli_execute, layer 12, 'deny_commands and deny_output patterns block/redact command inputs and outputs'",
        "A denied command is refused, and a denied output withheld or redacted.",
    ),
    "cli_execute:programs-of-skills": row(
        "Code-agent tools, 'conditionally added when the skill requires them'; layer 12, 'Skill guardrails'",
        "The programs that active skills name are allowed, unless the operator lists what is.",
    ),
    "http_request:four-methods": row(
        "http_request, 'Make HTTP requests (GET, POST, PUT, DELETE)'", "The four methods are sent."
    ),
    "web_search:two-providers": row(
        "web_search, 'WEB_SEARCH_PROVIDER env var, or auto-detect from available API keys (Tavily first)'",
        "The provider is the one named, or the first that has a key.",
    ),
    "adapters:mcp-call": row(
        "Adapter tools, 'mcp_call', 'Call tools on MCP servers via JSON-RPC'",
        "A tool of a server is called by its URL.",
    ),
    "adapters:webhook-call": row(
        "Adapter tools, 'webhook_call', 'POST JSON payloads to webhook URLs'", "The webhook gets the JSON."
    ),
    "adapters:openapi-call": row(
        "Adapter tools, 'openapi_call', 'Call OpenAPI-described endpoints'", "The adapter reaches its API.", NETWORK
    ),
    "adapters:openapi-operations-are-tools": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "An operation is called as its document describes it."
    ),
    "adapters:openapi-follows-the-egress-policy": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "No document opens a place that the policy does not."
    ),
    "adapters:openapi-no-secret-for-a-models-document": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "A document that a model has named gets no secret."
    ),
    "adapters:openapi-portable-or-left-out": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'",
        "Every operation is a tool for every provider, or is left out by name.",
    ),
    "adapters:openapi-requests-of-the-document": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'",
        "Another implementation takes the requests for those of the document.",
    ),
    "adapters:openapi-yaml-is-read-as-meant": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "Dates, `on:` and numbers as keys are texts."
    ),
    "adapters:openapi-remote-references-are-never-fetched": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "An operation with a remote reference is left out."
    ),
    "adapters:openapi-headers-cannot-be-injected": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "No argument can add a header."
    ),
    "adapters:openapi-secrets-come-from-the-environment": row(
        "Adapter tools, 'Call OpenAPI-described endpoints'", "Secrets come from variables that the operator names."
    ),
    "memory:search-and-get": row(
        "'Hybrid vector + keyword search across stored memory files'; 'Read specific memory files by path'",
        "Both tools are there if long-term memory is enabled.",
        STORES,
    ),
    "schedules:four-tools": row(
        "schedule_set, schedule_list, schedule_delete, schedule_history",
        "Schedules are set, listed, deleted, and their runs told.",
        STORES,
    ),
}
