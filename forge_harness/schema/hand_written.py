"""Hand-written schemas of arguments, in the form that is advertised and enforced.

======================================================  ========================================================
the schema declares                                     it is
======================================================  ========================================================
arguments, at its root or in a branch of it             closed to all others, ``additionalProperties`` or not
no argument, and says that it takes free keys           a map of arguments: left open, its values are checked
nothing                                                 closed to any argument
======================================================  ========================================================

``additionalProperties`` sees only the properties beside it. So the properties of the branches are named at the root as
well; the branches stay, and define which arguments go together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..errors import RegistrationError
from .json_schema import closed_root, copied, object_root, resolve_ref, without_injected

__all__ = ["close_schema", "without_root_branches"]

_BRANCHES = ("anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies")
_IN_PLACE = ("allOf", "if", "not", "$ref", *_BRANCHES)

_DEEPEST = 50

# Whether a branch applies always, under a condition, or is the condition.
_ALWAYS, _SOMETIMES, _ASKED = range(3)


def close_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Copy a hand-written schema, and close its root to undeclared arguments.

    A root that declares no argument and takes free keys, by ``additionalProperties: true`` or a schema, is a map of
    arguments and stays open.

    Raises:
        RegistrationError: If the root does not describe an object.
    """
    if not isinstance(schema, Mapping):
        raise RegistrationError(f"The input schema {schema!r} is not a JSON object. Write a schema of type 'object'.")
    root = object_root(copied(schema), owner="The input schema")
    nodes = list(_in_place(root))
    for node, _ in nodes:
        without_injected(node)
    declared = _declared(nodes)
    if not any(declared.values()) and any(_takes_free_keys(node) for node, strength in nodes if strength != _ASKED):
        return root
    if root.get("unevaluatedProperties", True) is not True:
        # Properties at the root count as evaluated; in its own branch, the keyword sees the same ones as before.
        moved = ("unevaluatedProperties", *_IN_PLACE)
        whole = {key: copied(root[key]) for key in (*moved, *declared) if key in root}
        root = {key: value for key, value in root.items() if key not in moved} | {"allOf": [whole]}
    return closed_root(_with_declared(root, declared))


def without_root_branches(root: dict[str, Any], keys: Collection[str]) -> dict[str, Any]:
    """Remove *keys* from a root that may be changed, and name the properties of its branches at the root.

    The rules for which arguments go together are lost here; validation of the arguments still enforces them.
    """
    if not any(key in root for key in keys):
        return root
    named = _with_declared(root, _declared(list(_in_place(root))))
    return {key: value for key, value in named.items() if key not in keys}


def _with_declared(root: dict[str, Any], declared: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Name at the root the properties of its branches, and those that every branch requires."""
    root.update({key: members for key, members in declared.items() if members})
    own = root.get("required", [])
    more = [name for name in _required(root, root, {}) if name not in own] if isinstance(own, list) else []
    if more:
        root["required"] = [*own, *more]
    return root


def _required(root: Mapping[str, Any], node: Any, known: dict[int, list[str]], depth: int = 0) -> list[str]:
    """Return the names that *node* always requires; *known* holds the results for other nodes."""
    if not isinstance(node, dict) or depth > _DEEPEST:
        return []
    if id(node) in known:
        return known[id(node)]
    # A recursive node does not require more names.
    known[id(node)] = []
    names = [name for name in _parts(node.get("required")) if isinstance(name, str)]
    target = resolve_ref(root, node["$ref"]) if isinstance(node.get("$ref"), str) else None
    for part in (target, *_parts(node.get("allOf"))):
        names += _required(root, part, known, depth + 1)
    choices = [_parts(node.get("anyOf")), _parts(node.get("oneOf"))]
    choices += [[node.get("then"), node.get("else")]] if "if" in node else []
    for branches in choices:
        each = [_required(root, branch, known, depth + 1) for branch in branches if branch is not False]
        names += [name for name in each[0] if all(name in others for others in each)] if each else []
    known[id(node)] = list(dict.fromkeys(names))
    return known[id(node)]


def _in_place(root: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the root and every schema that applies to the same value, each with its strength."""
    waiting: list[tuple[Any, int]] = [(root, _ALWAYS)]
    seen = set()
    while waiting:
        node, strength = waiting.pop(0)
        if not isinstance(node, dict) or (id(node), strength) in seen:
            continue
        seen.add((id(node), strength))
        yield node, strength
        if isinstance(node.get("$ref"), str):
            waiting.append((resolve_ref(root, node["$ref"]), strength))
        waiting += [(part, strength) for part in _parts(node.get("allOf"))]
        waiting += [(part, max(strength, _SOMETIMES)) for key in _BRANCHES for part in _parts(node.get(key), key)]
        waiting.append((node.get("if"), _ASKED))


def _parts(value: Any, key: str = "allOf") -> list[Any]:
    if key in ("then", "else"):
        return [value]
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _declared(nodes: list[tuple[dict[str, Any], int]]) -> dict[str, dict[str, Any]]:
    return {key: _members(nodes, key) for key in ("properties", "patternProperties")}


def _members(nodes: list[tuple[dict[str, Any], int]], key: str) -> dict[str, Any]:
    """Return the members of *key* in all nodes; the root's own unchanged, others as wide as their branches."""
    found: dict[str, tuple[int, list[Any]]] = {}
    for node, strength in nodes:
        members = node.get(key)
        for name, part in members.items() if isinstance(members, dict) else ():
            # Outside the root, a property `false` is declared not to exist.
            if part is False and node is not nodes[0][0]:
                continue
            known_strength, known = found.setdefault(name, (strength, []))
            if known_strength == strength and part not in known:
                known.append({} if strength == _ASKED else part)
            elif strength < known_strength:
                found[name] = (strength, [part])
    return {
        # Of schemas that always apply, the first is enough: the others still validate the value in their place.
        name: copied(parts[0] if len(parts) == 1 or strength != _SOMETIMES else {"anyOf": parts})
        for name, (strength, parts) in found.items()
    }


def _takes_free_keys(node: Mapping[str, Any]) -> bool:
    return any(
        node.get(key) is True or isinstance(node.get(key), dict)
        for key in ("additionalProperties", "unevaluatedProperties")
    )
