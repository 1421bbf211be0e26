"""Verdicts: what a reader of the tools says of each MUST finding that `framework_tools.py` prints.

A finding is ``true`` if the tool breaks what the check promises, ``doubtful`` if a careful author might keep it as it
is, and ``false`` if the tool does nothing wrong: then it is a defect of ours. One sentence says what the source shows.
"""

from __future__ import annotations

__all__ = ["VERDICTS"]

_DETAIL, _FAILURE, _READS = "errors_carry_no_detail", "failure_is_not_success", "reads_are_bounded"
_ROOT = "root_is_declared"
_CRASH, _STATE, _PUBLIC = "valid_calls_do_not_crash", "results_hold_no_environment", "requests_stay_public"
_ANY_TEXT = "except Exception returns the text of whatever was raised"
_SYSTEM_TEXT = "returns str() of an OSError, which holds the absolute path of the file"
_ERROR_OF_THE_SYSTEM = "lets an OSError through to the model, with the absolute path of the file"
_PREFIX = "compares with startswith(), without a separator, so that 'work-other' counts as below 'work'"
_NO_LIMIT = "reads a file of any size into memory"
_NO_TIMEOUT = "sends its request with timeout=None by default"
_SENT_ANYWHERE = "sends the request to whatever host the model names, this machine included"

#: By framework, tool and check.
VERDICTS: dict[tuple[str, str, str], tuple[str, str]] = {
    ("langchain", "read_file", _FAILURE): ("true", "returns 'Error: no such file …' with the status of a success"),
    ("langchain", "read_file", _DETAIL): ("true", _ANY_TEXT),
    ("langchain", "read_file", _READS): ("true", _NO_LIMIT),
    ("langchain", "write_file", _DETAIL): ("true", _SYSTEM_TEXT),
    ("langchain", "list_directory", _DETAIL): ("true", _SYSTEM_TEXT),
    ("langchain", "copy_file", _DETAIL): ("true", "returns the text of a SameFileError, with both absolute paths"),
    ("langchain", "file_delete", _FAILURE): ("true", "returns 'Error: no such file …' with the status of a success"),
    ("langchain", "file_delete", _DETAIL): ("true", _ANY_TEXT),
    ("langchain", "file_search", _DETAIL): ("true", _ANY_TEXT),
    ("langchain", "json_spec_list_keys", _DETAIL): ("true", "except Exception returns the repr of whatever was raised"),
    ("langchain", "json_spec_get_value", _DETAIL): ("true", "except Exception returns the repr of whatever was raised"),
    ("smolagents", "python_interpreter", "schema_is_stable"): (
        *("true", "its description lists the items of a set, whose order changes from process to process"),
    ),
    ("smolagents", "visit_webpage", _DETAIL): ("true", "returns the text of the exception of requests"),
    ("smolagents", "visit_webpage", _PUBLIC): ("true", _SENT_ANYWHERE),
    ("smolagents", "wikipedia_search", _DETAIL): ("true", _ANY_TEXT),
    ("smolagents", "read_file", _DETAIL): ("true", _ERROR_OF_THE_SYSTEM),
    ("smolagents", "read_file", _READS): ("true", _NO_LIMIT),
    ("smolagents", "read_file", "paths_stay_inside"): ("true", _PREFIX),
    ("smolagents", "read_file", "links_stay_inside"): ("true", "compares abspath(), which resolves no links"),
    ("smolagents", "writing_code", _DETAIL): ("true", _ERROR_OF_THE_SYSTEM),
    ("smolagents", "writing_code", "paths_stay_inside"): ("true", _PREFIX),
    ("smolagents", "writing_code", "links_stay_inside"): ("true", "compares abspath(), which resolves no links"),
    ("smolagents", "read_file_content", _DETAIL): ("true", _ERROR_OF_THE_SYSTEM),
    ("smolagents", "read_file_content", _READS): ("true", _NO_LIMIT),
    ("smolagents", "read_file_content", _ROOT): ("true", "reads any file of the machine that the model names"),
    ("smolagents", "save_content_to_file", _DETAIL): ("true", _ERROR_OF_THE_SYSTEM),
    ("smolagents", "save_content_to_file", _ROOT): (
        *("true", "writes into any folder, and its file name may climb out of that with '..'"),
    ),
    ("smolagents", "delete_folder_or_file", _DETAIL): ("true", _ERROR_OF_THE_SYSTEM),
    ("smolagents", "delete_folder_or_file", _ROOT): ("true", "deletes any folder of the machine with what is in it"),
    ("smolagents", "generate_folder_tree", _STATE): (
        *("true", "answers with an absolute path for a relative folder, and promises 'the folder tree file path'"),
    ),
    ("smolagents", "generate_folder_tree", _ROOT): (
        *("doubtful", "is meant for the folder that its user names, and writes its report into that"),
    ),
    ("smolagents", "git", _DETAIL): ("true", _ANY_TEXT),
    ("openai_agents", "workspace_stat", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "workspace_hash_file", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "workspace_disk_usage", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "zip_list_entries", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "workspace_write_text", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "workspace_create_directory", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "zip_create", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "zip_extract", _DETAIL): ("true", _SYSTEM_TEXT),
    ("openai_agents", "workspace_delete_path", _DETAIL): ("true", _SYSTEM_TEXT),
    ("fastmcp", "calculate", _FAILURE): ("true", "returns 'Error: …' without isError"),
    ("fastmcp", "calculate", _CRASH): ("true", "only MathError is caught, so that 1 / 0 ends in a ZeroDivisionError"),
    ("fastmcp", "calculate", "expressions_take_bounded_time"): (
        *("true", "limits each exponent to 100, and nothing else, so that powers of powers take all memory and time"),
    ),
    ("fastmcp", "base64_decode", _DETAIL): ("true", "quotes whatever ValueError was raised"),
    ("fastmcp", "json_format", _CRASH): ("true", "valid JSON of many brackets ends in a RecursionError"),
    ("fastmcp", "regex_match", "expressions_take_bounded_time"): (
        *("true", "its limit of 2 s waits for a thread that holds the interpreter's lock while it searches"),
    ),
    ("fastmcp", "fetch_url", _DETAIL): ("true", "returns str() of any ValueError and HTTPError"),
    ("fastmcp", "fetch_url", _PUBLIC): (
        *("true", "looks the host up, then lets httpx look it up again, and follows redirects unchecked"),
    ),
    ("fastmcp", "weather", _DETAIL): ("true", "returns the text of any HTTPError"),
    ("fastmcp", "note_list", "text_is_no_template"): (
        *("true", "promises a search for a substring, and hands the text to LIKE without ESCAPE"),
    ),
    ("llama_index", "get_request", _PUBLIC): ("true", _SENT_ANYWHERE),
    ("llama_index", "post_request", _PUBLIC): ("true", _SENT_ANYWHERE),
    ("llama_index", "get_request", "call_returns"): ("true", _NO_TIMEOUT),
    ("llama_index", "post_request", "call_returns"): ("true", _NO_TIMEOUT),
    ("llama_index", "patch_request", "call_returns"): ("true", _NO_TIMEOUT),
    ("llama_index", "put_request", "call_returns"): ("true", _NO_TIMEOUT),
    ("llama_index", "delete_request", "call_returns"): ("true", _NO_TIMEOUT),
    ("llama_index", "load_data", "call_returns"): (
        *("true", "the package wikipedia sends its requests without a timeout"),
    ),
    ("llama_index", "search_data", "call_returns"): (
        *("true", "the package wikipedia sends its requests without a timeout"),
    ),
    ("llama_index", "arxiv_query", "call_returns"): (
        *("true", "the package arxiv sends its requests without a timeout"),
    ),
    ("llama_index", "patch_request", _PUBLIC): ("true", _SENT_ANYWHERE),
    ("llama_index", "put_request", _PUBLIC): ("true", _SENT_ANYWHERE),
    ("llama_index", "delete_request", _PUBLIC): ("true", _SENT_ANYWHERE),
    ("llama_index", "get_functions", _CRASH): ("true", "adds a line break to None for a name that is not in the file"),
    ("crewai", "read_a_files_content", _DETAIL): (
        *("doubtful", "shows only the strerror of an OSError, and the whole text of what hardly occurs"),
    ),
    ("crewai", "file_writer_tool", _DETAIL): ("doubtful", "the ValueError of a path says 'embedded null byte' alone"),
    ("crewai", "list_files_in_directory", _DETAIL): (
        "true",
        "its own refusal names the absolute path of the workspace",
    ),
    ("crewai", "list_files_in_directory", _STATE): ("true", "lists absolute paths for a relative folder"),
    ("crewai", "file_compressor_tool", _DETAIL): ("true", _ANY_TEXT),
    ("crewai", "file_compressor_tool", _STATE): ("true", "names absolute paths for relative ones"),
    ("crewai", "file_compressor_tool", _READS): ("true", "compresses a file of any size, without a limit of time"),
    ("crewai", "arxiv_paper_fetcher_and_downloader", _DETAIL): ("true", _ANY_TEXT),
    ("crewai", "optical_character_recognition_tool", _DETAIL): (
        "true",
        "lets the error of open() through, with the path",
    ),
    ("crewai", "optical_character_recognition_tool", _READS): ("true", _NO_LIMIT),
    ("pydantic_ai", "read_file", _READS): ("true", _NO_LIMIT),
    ("pydantic_ai", "write_file", _READS): ("true", "reads the whole file that it is to replace, of any size"),
    ("pydantic_ai", "file_info", _READS): ("true", "reads the whole file for its hash, of any size"),
    ("pydantic_ai", "edit_file", _READS): ("true", "reads the whole file that it is to edit, of any size"),
    ("pydantic_ai", "search_files", _READS): ("true", "reads each file of the folder whole, of any size"),
    ("pydantic_ai", "search_files", "expressions_take_bounded_time"): (
        *("true", "searches each line with the model's pattern in its own process, without a limit of time"),
    ),
    ("pydantic_ai", "search_files", "call_returns"): (
        *("true", "a pattern like [a-z]+-2 takes quadratic time on a long line, and no size or time is limited"),
    ),
    ("pydantic_ai", "run_command", _DETAIL): (
        "true",
        "turns the text of a PermissionError, with its path, into a retry",
    ),
    ("pydantic_ai", "web_fetch", _DETAIL): ("true", "quotes the text of the resolver's error"),
    ("pydantic_ai", "start_command", _DETAIL): (
        *("true", "turns the text of a PermissionError, with its path, into a retry"),
    ),
    ("pydantic_ai", "stop_command", _FAILURE): (
        "true",
        "returns '[Error: unknown command ID …]' in place of a ModelRetry",
    ),
}
