"""A server without a defect, whose tools look as if they had one; its command holds the root."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import ipaddress
import json
import os
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from raw import Refused, serve, text, tool

ROOT = Path(sys.argv[1]).resolve()
WORD = {"type": "string", "description": "A word."}
COUNT = {"type": "integer", "description": "How many.", "minimum": 1, "maximum": 10}
ARCHIVE = {"type": "string", "description": "Path of the zip archive, relative to the root."}
BELOW = {"type": "string", "description": "Path relative to the root folder"}
COLUMN = {"type": "string", "description": "Sort by 'title' or 'price'."}
PROFILE = {"type": "string", "pattern": "^[a-z0-9_]{1,40}$", "description": "Name of the profile, e.g. 'draft_a4'."}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
READS = {"readOnlyHint": True}


def refuses_with_reason(count: int) -> dict[str, Any]:
    if count == 10:
        return text("Error executing tool refuses_with_reason: ten is too many here.", isError=True)
    return text("x" * count)


def unpack_flat(path: str, folder: str) -> str:
    base = inside(folder)
    if not folder.isalnum() or base.exists():
        raise Refused("Name a folder that is not there yet.")
    with opened(path) as archive:
        base.mkdir()
        for name in archive.namelist():
            if PurePath(name).name:
                (base / PurePath(name).name).write_bytes(archive.read(name))
    return "Unpacked."


def unpack_aside(path: str) -> str:
    with opened(path) as archive, tempfile.TemporaryDirectory(dir=ROOT) as folder:
        archive.extractall(folder)
        kept = ROOT / f"kept-{len(list(ROOT.glob('kept-*')))}"
        shutil.copytree(folder, kept)
    return f"Unpacked into {kept.name}."


def find_person(word: str) -> str:
    rows = database().execute("SELECT name FROM people WHERE instr(name, ?)", (word,)).fetchall()
    return json.dumps([row[0] for row in rows])


def count_signs(word: str) -> dict[str, Any]:
    found = {"length": len(word), "different": len(set(word)), "words": len(word.split()), "first": word[:12]}
    return text(json.dumps(found), structuredContent=found)


def only_reading(action: int, *_: object) -> int:
    allowed = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
    return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY


def select_rows(sql: str) -> str:
    try:
        with contextlib.closing(sqlite3.connect(f"file:{ROOT / 'data.db'}?mode=ro", uri=True)) as connection:
            # A database that is opened for reading can still be copied into a new file.
            connection.set_authorizer(only_reading)
            return json.dumps(connection.execute(sql).fetchmany(100), default=str)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        raise Refused("The database refused that statement.") from None


def fill_in(template: str, title: str) -> str:
    return template.replace("{title}", title)


def compute(expression: str) -> str:
    if not set(expression) <= set("0123456789+-() ") or len(expression) > 60:
        raise Refused("Digits, plus, minus and brackets only.")
    try:
        return str(eval(expression))  # of nothing but digits and signs
    except Exception:
        raise Refused("That is no sum.") from None


def divide_out(expression: str) -> dict[str, Any]:
    try:
        return text(compute(expression.replace("/", "+")))
    except Refused:
        return text("Error executing tool divide_out: division by zero", isError=True)


def move_inside(source: str, target: str) -> str:
    origin, goal = inside(source), inside(target)
    if not origin.is_file() or goal.exists() or not goal.parent.is_dir():
        raise Refused("Move a file to a name that is not taken.")
    try:
        origin.rename(goal)
    except OSError:
        raise Refused("The file cannot be moved there.") from None
    return "Moved."


def log_into(text: str, target: str) -> str:
    goal = inside(target)
    if not goal.parent.is_dir() or (goal.exists() and not goal.is_file()):
        raise Refused("Name a file in a folder that is there.")
    try:
        with goal.open("a") as file:
            file.write(text + "\n")
    except (OSError, ValueError):
        raise Refused("The line cannot be written there.") from None
    return "Added."


def make_folder(path: str) -> str:
    try:
        inside(path).mkdir()
    except OSError:
        raise Refused("The folder is there, or cannot be made.") from None
    return "Made."


def pad(word: str, width: int) -> str:
    return word.ljust(min(width, 1000))


def match_one_way(word: str) -> str:
    return str(re.fullmatch(r"\w+(\s\w+)*;", word) is not None)


def run_allowed(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError:
        raise Refused("The quotes do not match.") from None
    if words[:1] not in (["echo"], ["seq"]) or "\0" in command:
        raise Refused("Only echo and seq are allowed.")
    return subprocess.run(words, capture_output=True, text=True, check=False, errors="replace").stdout[:2000]


def run_anything(command: str) -> str:
    if "\0" in command:
        raise Refused("A command holds no NUL.")
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, errors="replace")
    return done.stdout[:2000]


def name_entry(word: str) -> dict[str, Any]:
    # In the words of the interpreter, but an answer.
    return text("embedded null byte", isError=True) if "\0" in word else text(word[:40])


def size_of(path: str) -> dict[str, Any]:
    try:
        return text(str(inside(path).stat().st_size))
    except OSError as error:
        # It names the root, which `allowed_folders` tells whoever asks.
        return text(f"Cannot look at it: {error}", isError=True)


def find_lines(word: str) -> str:
    if "\0" in word or len(word) > 1000:
        raise Refused("A word holds no NUL, and is short.")
    done = subprocess.run(["grep", "-rnFe", word, "."], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True)
    return done.stdout.decode(errors="replace")[:2000] or "No line has it."


def refuse_options(word: str) -> dict[str, Any]:
    if word.startswith("-"):
        return text(f"unknown option {word[:40]!r}\nUsage: refuse_options [WORD]", isError=True)
    return text(word[:40])


def ask_manual(phrase: str) -> str:
    pages = {"help": "Usage: grep [OPTION]... PATTERNS [FILE]...", "version": "grep (GNU grep) 3.8"}
    return pages.get(phrase.strip("- "), "There is no such page.")


def say_words(phrase: str) -> str:
    if "\0" in phrase or len(phrase) > 1000:
        raise Refused("A phrase holds no NUL, and is short.")
    return subprocess.run(["/bin/echo", phrase], capture_output=True).stdout.decode(errors="replace")[:2000]


def remember_asked(path: str) -> str:
    kept = Path.home() / ".local" / "share" / "notes" / "asked.json"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(str(len(kept.read_text()) + 1 if kept.exists() else 0))
    found = inside(path)
    if not found.is_file():
        raise Refused("There is no such file.")
    return found.read_text(errors="replace")[:200]


def hash_note(path: str) -> str:
    found = inside(path)
    if not found.is_file():
        raise Refused("There is no such file.")
    return hashlib.sha256(found.read_bytes()).hexdigest()


def count_opened(path: str) -> str:
    try:
        descriptor = os.open(ROOT / path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError):
        raise Refused("There is no such file.") from None
    with os.fdopen(descriptor, "rb") as file:
        # Where it ended up is known for sure once it is open.
        where = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        if not where.is_relative_to(ROOT) or not where.is_file():
            raise Refused("There is no such file.")
        return f"{len(file.read().splitlines())} lines"


def name_beside_index(path: str) -> str:
    # Stands for the program of the machine that indexes every file, whatever a call asks for.
    (ROOT.parent / "outside/secret.txt").read_bytes()
    return f"{inside(path).name} is below the root."


def name_page(url: str) -> str:
    scheme, _, rest = url.partition("://")
    if scheme == "file" and Path("/" + rest.lstrip("/")[:1000].replace("\0", "")).exists():
        raise Refused("Pages of this machine are not for reading.")
    return rest[:80]


def fetch_public(url: str) -> str:
    host = urlsplit(url[:1000]).hostname if url.isascii() and "[" not in url else None
    try:
        address = socket.gethostbyname(host or "")
        if not ipaddress.ip_address(address).is_global:
            raise Refused("Pages of the internet only.")
        with socket.create_connection((address, 80), timeout=1) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            return connection.recv(1000).decode(errors="replace")
    except (OSError, ValueError):
        return "The page has no words."


def hash_folder(folder: str) -> str:
    made = hashlib.sha256()
    for place, _, names in os.walk(inside(folder)):
        for path in sorted(Path(place, name) for name in names):
            if path.is_file() and not path.is_symlink():
                made.update(path.read_bytes())
    return made.hexdigest()


def feed_headlines(feed: str) -> str:
    return f"{count_titles(feed.encode(errors='replace'))} headlines"


def drawing_titles(path: str) -> str:
    found = inside(path)
    if not found.is_file():
        raise Refused("There is no such file.")
    return f"{count_titles(found.read_bytes())} titles"


def count_titles(document: bytes) -> int:
    try:
        return len(ET.fromstring(document).findall(".//title"))
    except (ET.ParseError, ValueError):
        raise Refused("That is no document.") from None


def add_note(text: str, output: str) -> str:
    goal = inside(output)
    goal = goal if goal.suffix else goal.with_name(f"{goal.name[:200] or 'note'}.md")
    if goal.exists() or not goal.parent.is_dir() or goal.parent == goal:
        raise Refused("Name a note that is not there yet.")
    try:
        goal.write_text(text)
    except (OSError, ValueError):
        raise Refused("The note cannot be written there.") from None
    return "Added."


def read_profile(name: str) -> dict[str, Any]:
    """Read an entry of its own; nobody else writes the file, whose numbers are those that were stored."""
    try:
        stored = json.loads((ROOT / "profiles" / f"{name}.json").read_text())
        return text(json.dumps({"name": name, "dpi": stored["dpi"]}))
    except (OSError, ValueError, KeyError, TypeError):
        raise Refused("There is no such profile.") from None


BOOKS = [{"title": "Emma", "price": 7.5}, {"title": "Dune", "price": 9.0}, {"title": "Iliad", "price": 3.0}]


def sorted_books(column: str) -> str:
    connection = database()
    connection.execute("CREATE TABLE books (title TEXT, price REAL)")
    connection.executemany("INSERT INTO books VALUES (:title, :price)", BOOKS)
    return json.dumps(connection.execute(f"SELECT * FROM books ORDER BY {column}").fetchall())


def sort_by_list(sort_by: str = "title") -> str:
    return sorted_books(sort_by if sort_by in ("title", "price") else "title")


def sort_by_first_word(sort_by: str) -> str:
    word = re.match(r"\w*", sort_by)[0]
    if word not in ("title", "price"):
        raise Refused("Sort by title or by price.")
    return sorted_books(word)


def sort_in_memory(order: str, limit: str = "2") -> str:
    keys = [key for key in re.split(r"\W+", order) if key in BOOKS[0]]
    count = int("".join(re.findall(r"\d", limit))[:4] or 2)
    return json.dumps(sorted(BOOKS, key=lambda book: [str(book[key]) for key in keys])[:count])


def sort_by_pattern(column: str) -> str:
    if not re.fullmatch(
        r"(title|price)([, ()]+(title|price)?)*( asc| desc)?", column.removeprefix("coalesce("), re.ASCII
    ):
        raise Refused("Sort by title or by price.")
    return sorted_books("title" if "title" in column else "price")


def echo_order(order: str) -> str:
    return json.dumps({"order": order[:20], "length": len(order), "words": len(order.split())})


def sort_without_comments(sort_by: str) -> str:
    plain = re.sub(r"/\*.*?\*/|--.*", "", sort_by).strip()
    if plain not in ("title", "price"):
        raise Refused("Sort by title or by price.")
    return sorted_books(plain)


def find_all_but(query: str) -> str:
    words = [re.sub(r"\W", "", word) for word in query.split()]
    lines = [line for path in sorted(ROOT.glob("*.txt")) for line in path.read_text(errors="replace").splitlines()]
    return json.dumps([line for line in lines if (words[0] in line) != query.startswith("-")] if words else [])


def find_alike(query: str) -> str:
    words = {
        word for path in sorted(ROOT.glob("*.txt")) for word in re.findall(r"\w+", path.read_text(errors="replace"))
    }
    return json.dumps(difflib.get_close_matches(query[:40], sorted(words), n=3, cutoff=0.5))


def sort_by_escaped(column: str) -> str:
    try:
        return sorted_books('"' + column.replace('"', '""') + '"')
    except (sqlite3.Error, ValueError):
        raise Refused("There is no such column.") from None


def describe_table(table: str) -> str:
    try:
        rows = database().execute("SELECT name, type FROM pragma_table_info(?)", (table.strip('"[]` );-'),))
        return json.dumps(rows.fetchall())
    except (sqlite3.Error, ValueError):
        raise Refused("There is no such table.") from None


def rename_inside(source: str, target: str) -> str:
    origin, goal = inside(source), inside(target)
    goal = goal if goal.suffix or not goal.name else goal.with_suffix(origin.suffix)
    if not origin.is_file() or goal.exists() or not goal.parent.is_dir():
        raise Refused("Name a file, and a name that is not taken.")
    try:
        origin.rename(goal)
    except OSError:
        raise Refused("The file cannot be renamed.") from None
    return "Renamed."


def allowed_folders() -> str:
    return f"Allowed: {ROOT}"


def inside(path: str) -> Path:
    try:
        found = (ROOT / path).resolve()
    except (OSError, ValueError):
        raise Refused("The path is none.") from None
    if not found.is_relative_to(ROOT):
        raise Refused("The path leads out of the root.")
    return found


def opened(path: str) -> zipfile.ZipFile:
    found = inside(path)
    if not found.is_file():
        raise Refused("There is no such file.")
    try:
        return zipfile.ZipFile(found)
    except (OSError, ValueError, zipfile.BadZipFile):
        raise Refused("That is no archive.") from None


def database() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE people (name TEXT)")
    connection.executemany("INSERT INTO people VALUES (?)", [("Ada",), ("Eve",)])
    return connection


TOOLS = [
    tool("refuses_with_reason", refuses_with_reason, arguments={"count": COUNT}),
    tool("unpack_flat", unpack_flat, arguments={"path": ARCHIVE, "folder": {**WORD, "description": "New folder."}}),
    tool("unpack_aside", unpack_aside, arguments={"path": ARCHIVE}),
    tool("find_person", find_person, arguments={"word": WORD}, annotations=READS),
    tool("count_signs", count_signs, arguments={"word": WORD}, annotations=READS),
    tool("select_rows", select_rows, arguments={"sql": {**WORD, "description": "A statement."}}, annotations=READS),
    tool("fill_in", fill_in, arguments={"template": {**WORD, "description": "Text with {title}."}, "title": WORD}),
    tool("compute", compute, arguments={"expression": {**WORD, "description": "A sum, as in 2 + (3 - 1)."}}),
    tool("divide_out", divide_out, arguments={"expression": {**WORD, "description": "Expression to calculate."}}),
    tool("move_inside", move_inside, arguments={"source": BELOW, "target": BELOW}, annotations=WRITES),
    tool("log_into", log_into, arguments={"text": WORD, "target": BELOW}, annotations=WRITES),
    tool("pad", pad, arguments={"word": WORD, "width": {"type": "integer", "description": "Signs.", "minimum": 1}}),
    tool("match_one_way", match_one_way, arguments={"word": WORD}),
    tool("run_allowed", run_allowed, arguments={"command": {**WORD, "description": "A command, as 'echo hi'."}}),
    tool("run_anything", run_anything, arguments={"command": {**WORD, "description": "A command for the shell."}}),
    tool("name_entry", name_entry, arguments={"word": WORD}),
    tool("size_of", size_of, arguments={"path": BELOW}, annotations=READS),
    tool("find_lines", find_lines, arguments={"word": WORD}, annotations=READS),
    tool("refuse_options", refuse_options, arguments={"word": WORD}, annotations=READS),
    tool("ask_manual", ask_manual, arguments={"phrase": WORD}, annotations=READS),
    tool("say_words", say_words, arguments={"phrase": WORD}, annotations=READS),
    tool("add_note", add_note, arguments={"text": WORD, "output": BELOW}, annotations=WRITES),
    tool("sort_by_list", sort_by_list, arguments={"sort_by": {**WORD, "default": "title"}}, annotations=READS),
    tool("sort_by_first_word", sort_by_first_word, arguments={"sort_by": COLUMN}, annotations=READS),
    tool("sort_in_memory", sort_in_memory, arguments={"order": COLUMN, "limit": {**WORD, "default": "2"}}),
    tool("sort_by_pattern", sort_by_pattern, arguments={"column": COLUMN}, annotations=READS),
    tool("echo_order", echo_order, arguments={"order": WORD}, annotations=READS),
    tool("sort_without_comments", sort_without_comments, arguments={"sort_by": COLUMN}, annotations=READS),
    tool(
        "find_all_but",
        find_all_but,
        arguments={"query": {"type": "string", "description": "A word."}},
        annotations=READS,
    ),
    tool(
        "find_alike", find_alike, arguments={"query": {"type": "string", "description": "A word."}}, annotations=READS
    ),
    tool("sort_by_escaped", sort_by_escaped, arguments={"column": COLUMN}, annotations=READS),
    tool("describe_table", describe_table, arguments={"table": {**WORD, "description": "Such as 'people'."}}),
    tool("rename_inside", rename_inside, arguments={"source": BELOW, "target": BELOW}, annotations=WRITES),
    tool("allowed_folders", allowed_folders, arguments={}, annotations=READS),
    tool("remember_asked", remember_asked, arguments={"path": BELOW}, annotations=WRITES),
    tool("hash_note", hash_note, arguments={"path": BELOW}, annotations=READS),
    tool("count_opened", count_opened, arguments={"path": BELOW}, annotations=READS),
    tool("name_beside_index", name_beside_index, arguments={"path": BELOW}, annotations=READS),
    tool("name_page", name_page, arguments={"url": {"type": "string", "format": "uri", "description": "A page."}}),
    tool(
        "fetch_public", fetch_public, arguments={"url": {"type": "string", "format": "uri", "description": "A page."}}
    ),
    tool("hash_folder", hash_folder, arguments={"folder": {**WORD, "description": "A folder."}}, annotations=READS),
    tool("feed_headlines", feed_headlines, arguments={"feed": {**WORD, "description": "RSS."}}, annotations=READS),
    tool("drawing_titles", drawing_titles, arguments={"path": {**BELOW, "description": "An SVG file."}}),
    tool("make_folder", make_folder, arguments={"path": BELOW}),
    tool("read_profile", read_profile, arguments={"name": PROFILE}, annotations=READS),
]

if __name__ == "__main__":
    (ROOT / "profiles").mkdir(exist_ok=True)
    (ROOT / "profiles" / "draft_a4.json").write_text(json.dumps({"dpi": 300}))
    serve(TOOLS, page=100)
