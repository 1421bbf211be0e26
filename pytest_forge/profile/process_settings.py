"""Process settings: tools that are meant to change a setting of their process."""

from __future__ import annotations

from collections.abc import Mapping

from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .roles import name_words

__all__ = ["changes_setting", "is_of_libraries"]

_FACT = "changes_process"
#: Verbs of tools that change a setting.
_CHANGING = frozenset(
    {"set", "change", "configure", "switch", "cd", "chdir", "enable", "disable", "unset", "use", "select", "update",
     "add", "remove", "seed"}
)  # fmt: skip
#: Setting to further words that their names must contain.
_SUBJECTS: Mapping[str, frozenset[str]] = {
    "working directory": frozenset({"directory", "dir", "cwd", "cd", "chdir", "folder", "workdir", "workspace"}),
    "environment": frozenset({"env", "environment", "variable", "timezone", "setting", "config", "option"}),
    "random": frozenset({"seed"}),
    "level of the root logger": frozenset({"log", "logging", "level", "verbosity", "debug"}),
    "logging as a whole": frozenset({"log", "logging", "level", "verbosity", "debug"}),
    "locale": frozenset({"locale", "language"}),
    "decimal context": frozenset({"precision", "decimal", "rounding"}),
    "default timeout of sockets": frozenset({"timeout"}),
    "umask": frozenset({"umask", "permissions"}),
}
#: Beginnings of words for tools that manage tools.
_REGISTERING = ("regist", "plugin", "install", "load", "tool", "extension", "skill")
#: Prefixes of environment variables that configure libraries before or during their import.
_OF_LIBRARIES = (
    "MPL", "TOKENIZERS_", "OMP_", "MKL_", "OPENBLAS_", "NUMEXPR_", "CUDA_", "TF_", "HF_", "TRANSFORMERS_", "TORCH_",
    "KMP_", "SDL_", "QT_", "NLTK_", "GRPC_", "PROTOCOL_BUFFERS_", "GIT_", "PLAYWRIGHT_", "PYGAME_", "JAX_", "XLA_",
    "LITELLM_", "SSL_CERT_", "REQUESTS_CA_", "CURL_CA_", "GDAL_", "PROJ_", "JUPYTER_", "NUMBA_", "VECLIB_",
)  # fmt: skip


def changes_setting(tool: ToolFacts, setting: str) -> Claim:
    """Return the claim that a tool is meant to change a setting of the process; for readers it is never guessed.

    Args:
        tool: The tool.
        setting: The kind of a `StateChange`, or ``random``.
    """
    words = name_words(tool.name)
    if setting == "tool registries":
        if tool.tier == "read" and tool.tier_declared:
            return claim_of(tool, _FACT)
        for text, place in ((tool.name, "its name"), (tool.description or "", "its description")):
            word = next((word for word in name_words(text) if word.startswith(_REGISTERING)), "")
            if word:
                return claim_of(tool, _FACT, word=word, place=place)
        return claim_of(tool, _FACT)
    subjects = _SUBJECTS.get(setting, frozenset())
    is_meant = tool.tier != "read" and not _CHANGING.isdisjoint(words)
    return claim_of(tool, _FACT, word=next((word for word in words if is_meant and word in subjects), ""))


def is_of_libraries(variable: str) -> bool:
    """Tell whether an environment variable configures a well-known library."""
    return variable.startswith(_OF_LIBRARIES)
