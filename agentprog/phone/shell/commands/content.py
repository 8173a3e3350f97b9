"""`content`: query, insert, update, delete through the phone's content providers."""

from __future__ import annotations

import math

from agentprog.phone.facade import ProviderError, Value
from agentprog.phone.shell.call import Call, option


class _BadArguments(Exception):
    """Arguments that content does not understand."""


async def content(call: Call) -> int:
    args = list(call.args)
    verb = args.pop(0) if args else ""
    handlers = {"query": _query, "insert": _insert, "update": _update, "delete": _delete}
    handler = handlers.get(verb)
    if handler is None:
        return call.complain(f"[ERROR] Unsupported operation: {verb}")
    option(args, "--user")
    uri = option(args, "--uri")
    if uri is None:
        return call.complain("[ERROR] Content provider URI not specified. Did you specify --uri argument?")
    try:
        return handler(call, uri, args)
    except _BadArguments as exc:
        return call.complain(f"[ERROR] {exc}")
    except ProviderError as exc:
        return call.complain(
            f"Error while accessing provider:{uri.removeprefix('content://').partition('/')[0]}\n{exc}"
        )


def _query(call: Call, uri: str, args: list[str]) -> int:
    projection = option(args, "--projection") or ""
    rows = call.phone.providers.query(
        uri,
        projection=[name for name in projection.split(":") if name],
        where=option(args, "--where") or "",
        sort=option(args, "--sort") or "",
    )
    if not rows.rows:
        call.say("No result found.\n")
    for number, row in enumerate(rows.rows):
        cells = ", ".join(f"{name}={_shown(value)}" for name, value in zip(rows.columns, row, strict=True))
        call.say(f"Row: {number} {cells}\n")
    return 0


def _shown(value: Value) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, float):
        return str(int(value)) if value == math.floor(value) and abs(value) < 1e15 else repr(value)
    return str(value)


def _insert(call: Call, uri: str, args: list[str]) -> int:
    call.phone.providers.insert(uri, _bound(args))
    return 0


def _update(call: Call, uri: str, args: list[str]) -> int:
    values = _bound(args)
    call.phone.providers.update(uri, values, where=option(args, "--where") or "")
    return 0


def _delete(call: Call, uri: str, args: list[str]) -> int:
    call.phone.providers.delete(uri, where=option(args, "--where") or "")
    return 0


def _bound(args: list[str]) -> dict[str, Value]:
    """`--bind NAME:TYPE:VALUE`, where the value may hold colons."""
    values: dict[str, Value] = {}
    while (binding := option(args, "--bind")) is not None:
        name, _, rest = binding.partition(":")
        kind, colon, text = rest.partition(":")
        if not name or not colon:
            raise _BadArguments(f"Binding not well formed: {binding}")
        values[name] = _typed(kind, text)
    if not values:
        raise _BadArguments("Binding not specified. Did you specify --bind argument(s)?")
    return values


def _typed(kind: str, text: str) -> Value:
    try:
        if kind == "s":
            return text
        if kind in ("i", "l"):
            return int(text)
        if kind in ("f", "d"):
            return float(text)
    except ValueError as exc:
        raise _BadArguments(f'java.lang.NumberFormatException: For input string: "{text}"') from exc
    if kind == "b":
        return int(text.lower() == "true")
    if kind == "n":
        return None
    raise _BadArguments(f"Unsupported type: {kind}")
