"""The codes of `ToolError` that our tools answer, each with its guidance for the model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .egress_errors import EgressRefusedError
from .workspace_errors import FileChangedError

__all__ = ["GUIDANCE_BY_CODE"]

#: Every code of our tools. A code of several tools has one sentence that fits them all.
GUIDANCE_BY_CODE: Mapping[str, str] = MappingProxyType(
    {
        # math_calculate
        "syntax": "What you wrote cannot be parsed. Write it again, with only what the tool's description names.",
        "unknown_function": "That function does not exist. Use one that the message names.",
        "wrong_arity": "The function takes another number of arguments. Write the call again as the message says.",
        "division_by_zero": "The calculation divides by zero. Check the divisor, or tell the user there is no result.",
        "domain": "The calculation has no real result. Check its operands, or tell the user there is no result.",
        "overflow": "The numbers are too large to compute. Use smaller ones, or compute in parts.",
        "too_long": "What you sent is too long or too deep. Send it in several smaller calls.",
        # json_parse
        "invalid_json": "The text is not valid JSON. Correct it where the message says, then send it whole.",
        "too_deep": "The data nests too deeply to be read. Send only the part that you need.",
        "invalid_query": "The query cannot be parsed. Write it again with the syntax of the tool's description.",
        # csv_parse
        "ragged_row": "A row has another number of fields than the first. Correct that row, or quote its delimiters.",
        "stray_quote": "A quote stands where none may. Put fields with quotes in quotes, and double the inner ones.",
        "bad_delimiter": "The delimiter is not usable. Pass one character that is neither a quote nor a line break.",
        "duplicate_header": "Two columns have one name. Rename one, or read the text without headers.",
        # datetime_now
        "unknown_timezone": "That timezone is not known here. Use an IANA name such as 'Europe/Berlin', or 'UTC'.",
        # file_create
        "bad_filename": "That is not a plain file name. Choose one without folders and special characters.",
        "extension_not_allowed": "Files of that type are not created. Choose one of the extensions in the message.",
        # file_read
        "binary_file": "The file is not text. Choose a text file, or continue without it.",
        # file_write, file_edit
        "not_found": "What you named was not found. Look at what is there first, then name it exactly.",
        "ambiguous": "The text occurs more than once. Add the lines around it, until only one place fits.",
        "identical": "Old and new text are the same, so there is nothing to change. Send the text you want instead.",
        "changed_meanwhile": FileChangedError.guidance,
        # file_patch
        "empty": "There is nothing to do in what you sent. Send at least one operation.",
        "exists": "Something exists at that path already. Choose another path, or update what is there.",
        "missing": "A part of the operation is missing, or nothing exists at its path. Add it, or correct the path.",
        "unknown_action": "That action does not exist. Use one of the actions in the tool's schema.",
        "unexpected_argument": "That action does not take this field. Leave it out, or send two operations.",
        # file_write, file_edit, file_patch
        "is_directory": "That path is a folder. Name a file, for example one in that folder.",
        "link": "That path is a link, and links are not changed. Name the file itself, or another one.",
        "name_too_long": "The name is too long for the file system. Choose a shorter one.",
        "not_a_file": "That path is not a regular file. Name an ordinary file.",
        "not_empty": "That folder is not empty. Delete what is in it first, or leave it.",
        # glob_search, grep_search, directory_tree
        "bad_pattern": "The pattern cannot be used. Write a simpler one, without look-around and back-references.",
        "not_a_directory": "That path is not a folder, or uses a file as one. Name a folder, or read the file instead.",
        # http_request, web_fetch, web_search, webhook_call
        "egress_refused": EgressRefusedError.guidance,
        "non_textual": "There is no text at that address. Use the address of a page or another text.",
        "no_provider": "No search is set up here. Continue without a search, or tell the user.",
        "unknown_provider": "The search that is set up does not exist. Continue without a search, or tell the user.",
        "provider_failed": "The search failed at its provider. Try again later, or continue without it.",
        "unsupported_scheme": "Only http and https addresses are sent to. Write the address with one of them.",
        "too_many_redirects": "The address leads from one to the next without end. Use the last address directly.",
        "bad_request": "The address or a header is not valid. Write a whole address, and headers of one line.",
        "unreadable_body": "The answer could not be read. Use another address, or another source.",
        "unreachable": "No answer came from that place. Try again later, or use another source.",
        # tools of MCP servers
        "tool_failed": "The tool says that it failed. Change the arguments as its message says, or use another tool.",
        "tool_changed": "The tool is not the one that was offered any more. Use another tool, or tell the user.",
        "unavailable": "The tool's server is not there. Try again later, or continue without it.",
        "protocol": "The tool's server did not answer as expected. Check the arguments, or continue without it.",
        "revoked": "The tool's server refuses the access. Continue without it, or tell the user.",
        # operations of OpenAPI documents
        "bad_document": "That is not a document of an API that can be read. Name another one, or continue without it.",
        "invalid_params": "The operation takes other params. Send those that the message names, as their types say.",
        "operation_unusable": "That operation cannot be called from here. Use another one, or tell the user.",
        "unknown_operation": "The document has no such operation. Use one that the message names.",
        "no_credentials": "The secret for that service is not set up here. Continue without it, or tell the user.",
        # cli_execute
        "shell": "Shells are not run. Call the program that you need directly, with its arguments as a list.",
        "not_allowed": "That program is not allowed here. Use one of the tool's list, or another tool.",
        "file_url": "File URLs are not passed to programs. Name the file by its path in the workspace.",
        "outside": "Programs work in the workspace only. Name a path in it, relative and without '..'.",
        "timeout": "The program took too long and was ended. Ask it for less, or continue without it.",
        # read_skill
        "bad_name": "That is not a plain name. Use the name of a skill, without folders.",
        "skill_not_found": "That skill does not exist. Use one that the message names, or continue without it.",
        # propose_contract
        "unsupported_provider": "The template is not made for that provider. Use one that the message names.",
        # read_sample_schema
        "unreadable_sample": "The file does not hold what its extension says. Choose another file, or tell the user.",
        "not_installed": "That is not installed here. Use another format or tool, or tell the user.",
        # programs and scripts
        "denied": "The operator's rules deny that. Do not try to get around them; choose another way or tell the user.",
        "bad_argument": "Those arguments cannot be passed on. Send them again as plain texts.",
        "not_executable": "That program cannot be run here. Use another tool, or continue without it.",
        "script_failed": "The script ended with an error. Check your arguments, or continue without it.",
        "invalid_output": "The result is not what the tool declares. Use another tool, or continue without it.",
        "output_too_long": "The script printed more than can be returned. Ask it for less in one call.",
    }
)
