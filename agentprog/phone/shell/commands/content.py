"""`content`: query, insert, update, delete through the phone's content providers."""

from __future__ import annotations

import math

from agentprog.phone.facade import ProviderError, Value
from agentprog.phone.shell.call import Call, option

_USAGE = "usage: adb shell content [insert|update|delete|query] --uri <URI> [--user <USER_ID>] [options]\n"
_STACK = (
    "android.os.Parcel.createExceptionOrNull(Parcel.java:3011)",
    "android.os.Parcel.createException(Parcel.java:2995)",
    "android.os.Parcel.readException(Parcel.java:2978)",
    "com.android.commands.content.Content$Command.execute(Content.java:521)",
    "com.android.commands.content.Content.main(Content.java:735)",
)


class _BadArguments(Exception):
    """Arguments that `content` does not understand."""


async def content(call: Call) -> int:
    """Run `content`. The exit status is always 0: as on a phone, only the printed words report an error."""
    args = list(call.args)
    verb = args.pop(0) if args else "null"
    handlers = {"query": _query, "insert": _insert, "update": _update, "delete": _delete}
    handler = handlers.get(verb)
    option(args, "--user")
    uri = option(args, "--uri")
    try:
        if handler is None:
            raise _BadArguments(f"Unsupported operation: {verb}")
        if uri is None:
            raise _BadArguments("Content provider URI not specified. Did you specify --uri argument?")
        handler(call, uri, args)
    except _BadArguments as exc:
        call.say(f"{_USAGE}\n[ERROR] {exc}\n")
    except ProviderError as exc:
        authority = uri.removeprefix("content://").partition("/")[0] if uri else ""
        stack = "".join(f"\tat {frame}\n" for frame in _STACK)
        call.complain(f"Error while accessing provider:{authority}\n{exc}\n{stack.rstrip()}")
    return 0


def _query(call: Call, uri: str, args: list[str]) -> None:
    projection = option(args, "--projection") or ""
    if ":" in projection and call.rig.profile.one_column:
        raise ProviderError(f"java.lang.IllegalArgumentException: Non-token detected in '{projection}'")
    rows = call.phone.providers.query(
        uri,
        projection=[name.strip() for name in projection.split(":") if name.strip()],
        where=option(args, "--where") or "",
        sort=option(args, "--sort") or "",
        caller=call.user,
    )
    if not rows.rows:
        call.say("No result found.\n")
    for number, row in enumerate(rows.rows):
        cells = ", ".join(f"{name}={_shown(value)}" for name, value in zip(rows.columns, row, strict=True))
        call.say(f"Row: {number} {cells}\n")


def _shown(value: Value) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, float):
        return str(int(value)) if value == math.floor(value) and abs(value) < 1e15 else repr(value)
    return str(value)


def _insert(call: Call, uri: str, args: list[str]) -> None:
    call.phone.providers.insert(uri, _bound(args), caller=call.user)


def _update(call: Call, uri: str, args: list[str]) -> None:
    call.phone.providers.update(uri, _bound(args), where=option(args, "--where") or "", caller=call.user)


def _delete(call: Call, uri: str, args: list[str]) -> None:
    call.phone.providers.delete(uri, where=option(args, "--where") or "", caller=call.user)


def _bound(args: list[str]) -> dict[str, Value]:
    """Parse `--bind NAME:TYPE:VALUE`; the value may hold colons."""
    values: dict[str, Value] = {}
    while (binding := option(args, "--bind")) is not None:
        name, _, rest = binding.partition(":")
        kind, colon, text = rest.partition(":")
        if not name or not colon:
            raise _BadArguments(f"Binding not well formed: {binding}")
        values[name] = _typed(kind, text)
    if not values:
        raise _BadArguments("Bindings not specified. Did you specify --bind argument(s)?")
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
