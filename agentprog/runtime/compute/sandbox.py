"""Code from a model, run where it can reach nothing: no files, no network, no imports of the host, bounded time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

import pydantic_monty as monty

from agentprog.runtime.state.values import Image, Table, Value

_SECONDS = 5.0
_MEMORY = 128 * 1024 * 1024
_GRACE = 2.0
_CODE = re.compile(r"<(?:function|class|module|built-in|bound method)\b.*>", re.S)


class SandboxError(Exception):
    """The code did not come to a result; the message is for the model that wrote it."""


class Sandbox:
    """One pool of workers a run, started with the first snippet. A worker that dies takes nothing with it."""

    def __init__(self) -> None:
        self._pool: monty.Monty | None = None

    def run(
        self,
        code: str,
        inputs: Mapping[str, Value],
        *,
        now: datetime | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> Value:
        """The value of the code's last expression, else what it printed. `now` is the clock it sees: the phone's.

        Raises SandboxError, whatever the code does.
        """
        limits: monty.ResourceLimits = {"max_feed_duration_secs": _SECONDS, "max_memory": _MEMORY}
        policy: monty.OSPolicy = {"sleep": "zero"}
        if now is not None:
            policy["datetime"] = now
        try:
            with self._opened().checkout(limits=limits, os_policy=policy) as session:
                given = {name: _inward(value) for name, value in inputs.items()}
                printed = monty.CollectString()
                result = session.feed_run(
                    code, inputs=given, external_lookup=dict(functions or {}), print_callback=printed
                )
        except monty.MontyError as exc:
            raise SandboxError(_words(exc)) from exc
        return _outward(result if result is not None else printed.output.strip() or None)

    def close(self) -> None:
        """Safe to call twice."""
        if self._pool is not None:
            self._pool.__exit__(None, None, None)
            self._pool = None

    def _opened(self) -> monty.Monty:
        if self._pool is None:
            pool = monty.Monty(request_timeout=_SECONDS + _GRACE)
            pool.__enter__()
            self._pool = pool
        return self._pool


def _words(error: monty.MontyError) -> str:
    text = error.display(format="type-msg") if isinstance(error, monty.MontyRuntimeError) else str(error)
    return " ".join(text.split())[:500] or type(error).__name__


def _inward(value: Value) -> Any:
    """Plain data for the sandbox: a table is a list of dicts, an image the words that stand for it."""
    match value:
        case Table(rows=rows):
            return [_inward(dict(row)) for row in rows]
        case Image():
            return f"[image, {len(value.data)} bytes]"
        case Mapping():
            return {key: _inward(item) for key, item in value.items()}
        case list() | tuple():
            return [_inward(item) for item in value]
        case _:
            return value


def _outward(result: Any) -> Value:
    """A value of the machine. Raises SandboxError for what is none, such as a function."""
    if isinstance(result, str) and _CODE.fullmatch(result):  # how the sandbox hands out what is code, not a value
        raise SandboxError(f"the result is {result}, which is no value")
    match result:
        case None | str() | bool() | int() | float() | datetime() | date():
            return result
        case Mapping():
            return {str(key): _outward(item) for key, item in result.items()}
        case list() | tuple():
            return [_outward(item) for item in result]
        case set() | frozenset():
            return [_outward(item) for item in sorted(result, key=str)]
        case _:
            raise SandboxError(f"the result is a {type(result).__name__}, which is no value")
