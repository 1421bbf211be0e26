"""CompletionScripts: what each shell needs in order to complete the words of `forge`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

__all__ = ["SCRIPTS", "Level", "Option"]

_MAX_HELP = 70


class Option(Struct, frozen=True):
    """An option.

    Attributes:
        names: Such as ``--format``.
        text: Its help.
        takes_value: Whether a value follows.
        values: The values that are known; empty for any, such as a file.
        is_list: Whether several values may be given, separated by commas.
    """

    names: tuple[str, ...]
    text: str
    takes_value: bool = False
    values: tuple[str, ...] = ()
    is_list: bool = False


class Level(Struct, frozen=True):
    """What can follow some words of the command line.

    Attributes:
        words: The command and its action; empty for `forge` itself.
        options: Its options.
        commands: The words that may come next, each with its help.
        values: Known values of its other arguments.
    """

    words: tuple[str, ...]
    options: tuple[Option, ...]
    commands: tuple[tuple[str, str], ...] = ()
    values: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The words as the scripts compare them."""
        return "".join(f"/{word}" for word in self.words)


def _bash(levels: Sequence[Level]) -> str:
    return _BASH.format(
        paths="|".join(level.path for level in levels if level.words),
        values="\n".join(_value_cases(levels)),
        words="\n".join(
            f"    {_case(level.path)}) words={_joined(_words(level))}; values={_joined(_plain(level))} ;;"
            for level in levels
        ),
    )


_BASH = """\
# Completion of forge for bash. In ~/.bashrc: eval "$(forge completion bash)"
_forge() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} path= word words= values= known= list=
  # bash splits --option=value at the sign.
  if [[ $cur == "=" ]]; then cur=; elif [[ $prev == "=" ]]; then prev=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$path/$word" in
      {paths}) path="$path/$word" ;;
    esac
  done
  case "$path $prev" in
{values}
  esac
  if [[ -n $list && $cur == *,* ]]; then
    COMPREPLY=($(compgen -P "${{cur%,*}}," -W "$known" -- "${{cur##*,}}"))
    return
  elif [[ -n $known ]]; then
    COMPREPLY=($(compgen -W "$known" -- "$cur"))
    return
  fi
  case "$path" in
{words}
  esac
  if [[ $cur == -* ]]; then values=$words; fi
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
}}
complete -o default -F _forge forge"""


def _value_cases(levels: Sequence[Level]) -> Iterable[str]:
    for level in levels:
        for option in level.options:
            if option.takes_value:
                names = "|".join(_case(f"{level.path} {name}") for name in option.names)
                # Without known values a file may follow, which the shell completes itself.
                known = f"known={_joined(option.values)}{' list=1' if option.is_list else ''}"
                yield f"    {names}) {known if option.values else 'return'} ;;"


def _zsh(levels: Sequence[Level]) -> str:
    lines = []
    for level in levels:
        options = [f"{name}:{_help(option.text)}" for option in level.options for name in option.names]
        commands = [f"{name}:{_help(text)}" for name, text in level.commands]
        lines.append(f"    {_case(level.path)})")
        lines.append(f"      options=({_quoted(options)})")
        lines.append(f"      commands=({_quoted(commands or list(level.values))}) ;;")
    return _ZSH.format(
        paths="|".join(level.path for level in levels if level.words),
        values="\n".join(_value_cases(levels)).replace("return", "_files; return"),
        words="\n".join(lines),
    )


_ZSH = """\
#compdef forge
# Completion of forge for zsh. In a folder of $fpath: forge completion zsh > _forge
_forge() {{
  local path_= word known= list= prev=${{words[CURRENT-1]}} cur=${{words[CURRENT]}}
  local -a options commands
  for word in ${{words[2,CURRENT-1]}}; do
    case "$path_/$word" in
      {paths}) path_="$path_/$word" ;;
    esac
  done
  case "$path_ $prev" in
{values}
  esac
  if [[ -n $list ]]; then
    _values -s , value ${{=known}}
    return
  elif [[ -n $known ]]; then
    compadd -- ${{=known}}
    return
  fi
  case "$path_" in
{words}
  esac
  if [[ $cur == -* ]]; then
    _describe option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}}
if [[ $funcstack[1] == _forge ]]; then _forge "$@"; else compdef _forge forge; fi"""


def _fish(levels: Sequence[Level]) -> str:
    lines = [_FISH.format(paths=" ".join(level.path for level in levels if level.words))]
    for level in levels:
        at = f"complete -c forge -n '__forge_at {shlex.quote(level.path) if level.path else chr(34) * 2}'"
        lines += [f"{at} -f -a {shlex.quote(name)} -d {_fish_text(text)}" for name, text in level.commands]
        if level.values:
            lines.append(f"{at} -f -a {_fish_words(level.values)}")
        for option in level.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            value = f" -x -a {_fish_words(option.values)}" if option.values else " -r" if option.takes_value else ""
            lines.append(f"{at} {names}{value} -d {_fish_text(option.text)}")
    return "\n".join(lines)


_FISH = """\
# Completion of forge for fish: forge completion fish > ~/.config/fish/completions/forge.fish
function __forge_at
    set -l path
    for word in (commandline -opc)[2..]
        if contains -- "$path/$word" {paths}
            set path "$path/$word"
        end
    end
    test "$path" = "$argv[1]"
end"""


def _words(level: Level) -> list[str]:
    return [name for option in level.options for name in option.names]


def _plain(level: Level) -> list[str]:
    return [*(name for name, _ in level.commands), *level.values]


def _joined(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


def _quoted(words: Iterable[str]) -> str:
    return " ".join(map(shlex.quote, words))


def _case(pattern: str) -> str:
    return f'"{pattern}"'


def _help(text: str) -> str:
    """Return the first words of a help."""
    line = " ".join(text.split())
    return line if len(line) <= _MAX_HELP else line[:_MAX_HELP].rpartition(" ")[0] + " …"


def _fish_text(text: str) -> str:
    return "'" + _help(text).replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish_words(words: Iterable[str]) -> str:
    return "'" + " ".join(words).replace("\\", "\\\\").replace("'", "\\'") + "'"


#: By shell.
SCRIPTS: dict[str, Callable[[Sequence[Level]], str]] = {"bash": _bash, "fish": _fish, "zsh": _zsh}
