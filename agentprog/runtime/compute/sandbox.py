"""Runs model-written code without access to files, network or the host's modules, within a time limit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import pydantic_monty as monty

from agentprog.frozen import frozen
from agentprog.runtime.compute.bounds import Bounds
from agentprog.runtime.state.values import Image, Table, Value

_SECONDS = 5.0
"""Time limit of a snippet."""
_MEMORY = 128 * 1024 * 1024
"""Memory limit of a snippet, in bytes."""
_GRACE = 2.0
"""Seconds beyond the time limit after which the host ends the sandbox itself."""
_MOST_CALLS = 200
"""Limit of calls to the host, after which the sandbox ends a snippet. The host may have a lower limit of its own."""
_CODE = re.compile(r"<(?:function|class|module|built-in|bound method)\b.*>", re.S)


class SandboxError(Exception):
    """The code returned no result; the message is for the model that wrote it."""


class Denied(Exception):
    """Raised by the function that answers a call. The code sees a built-in exception named `kind` and may catch it."""

    def __init__(self, message: str, kind: type[Exception] = RuntimeError) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Handle:
    """An object that the code can only store and hand back: inside the sandbox it has no attributes."""

    name: str
    payload: Any = field(default=None, repr=False)


@frozen
class CodeCall:
    """The code calls `owner.name(...)`. Arguments are plain values, types or handles."""

    owner: str
    name: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]


@frozen
class Spoken:
    """Result of a conversation: the last expression's value, the output, the names that hold values."""

    result: Value
    printed: str
    names: Mapping[str, Value]
    error: str = ""


class Sandbox:
    """One pool of workers per run, started with the first snippet. The run survives the death of a worker."""

    def __init__(self, *, seconds: float = _SECONDS) -> None:
        """`seconds`: how long a snippet may calculate."""
        self._seconds = seconds
        self._pool: monty.Monty | None = None

    def run(
        self,
        code: str,
        inputs: Mapping[str, Value],
        *,
        now: datetime | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> Value:
        """The value of the code's last expression, else its output. `now` is the clock it sees: the phone's.

        Raises SandboxError, whatever the code does.
        """
        limits: monty.ResourceLimits = {"max_feed_duration_secs": self._seconds, "max_memory": _MEMORY}
        policy: monty.OSPolicy = {"sleep": "zero"}
        if now is not None:
            policy["datetime"] = now
        bounds, measured = _measured(code)
        try:
            with self._opened().checkout(limits=limits, os_policy=policy) as session:
                session.feed_run(bounds.definition)
                variables = {name: _inward(value) for name, value in inputs.items()}
                printed = monty.CollectString()
                result = session.feed_run(
                    measured, inputs=variables, external_lookup=dict(functions or {}), print_callback=printed
                )
        except monty.MontyError as exc:
            raise SandboxError(_words(exc)) from exc
        return _outward(result if result is not None else printed.output.strip() or None)

    def converse(
        self,
        code: str,
        inputs: Mapping[str, Value],
        *,
        objects: Mapping[str, Iterable[str]],
        answer: Callable[[CodeCall], Any],
        keep: Sequence[str] = (),
        now: datetime | None = None,
    ) -> Spoken:
        """Run code that talks with the host: it stops at each call of a method of `objects` until `answer` returns the
        value. Denied goes to the code as an exception. Any other exception of `answer` ends the code and goes to the
        caller: no `except` of the code sees it. `keep` names the values to read back at the end.

        Raises SandboxError for code that cannot begin; the code's own exception is in `Spoken.error`.
        """
        limits: monty.ResourceLimits = {
            "max_feed_duration_secs": self._seconds, "max_memory": _MEMORY, "max_suspensions": _MOST_CALLS
        }  # fmt: skip
        policy: monty.OSPolicy = {"sleep": "zero"}
        if now is not None:
            policy["datetime"] = now
        variables: dict[str, Any] = {name: _inward(value) for name, value in inputs.items()}
        owners: dict[str, str] = {}
        for name, methods in objects.items():
            wrapped = monty.ClassInstance(_Namespace(name), allowed_methods=tuple(methods))
            variables[name] = wrapped
            owners[str(wrapped.id)] = name
        printed = monty.CollectString()
        bounds, measured = _measured(code)
        try:
            with self._opened().checkout(limits=limits, os_policy=policy) as session:
                session.feed_run(bounds.definition)
                error, result = "", None
                try:
                    result = _drive(
                        session.feed_start(measured, inputs=variables, print_callback=printed), owners, answer
                    )
                except monty.MontyRuntimeError as exc:
                    error = _words(exc)
                names = _names(session, bounds, keep) if "TimeoutError" not in error else {}
                return Spoken(result=_shown(result), printed=printed.output.strip(), names=names, error=error)
        except monty.MontyError as exc:
            raise SandboxError(_words(exc)) from exc

    def close(self) -> None:
        """Safe to call twice."""
        if self._pool is not None:
            self._pool.__exit__(None, None, None)
            self._pool = None

    def _opened(self) -> monty.Monty:
        if self._pool is None:
            pool = monty.Monty(request_timeout=self._seconds + _GRACE)
            pool.__enter__()
            self._pool = pool
        return self._pool


class _Namespace:
    """Represents one host object inside the sandbox, without attributes to reach."""

    def __init__(self, name: str) -> None:
        self.name = name


def _measured(code: str) -> tuple[Bounds, str]:
    """The code with measured values. Raises SandboxError if it is not valid Python."""
    bounds = Bounds()
    try:
        return bounds, bounds.around(code)
    except SyntaxError as exc:
        raise SandboxError(f"SyntaxError: {exc}") from exc


def _drive(snapshot: monty.SyncSnapshot, owners: Mapping[str, str], answer: Callable[[CodeCall], Any]) -> Any:
    """Answer every pause of the code until it ends; returns its last value."""
    while not isinstance(snapshot, monty.MontyComplete):
        if isinstance(snapshot, monty.NameLookupSnapshot):
            snapshot = snapshot.resume()
        elif isinstance(snapshot, monty.FutureSnapshot):
            raise SandboxError("the code awaits something that never comes: do not use async")
        elif snapshot.is_os_function:
            snapshot = snapshot.resume_not_handled()
        else:
            snapshot = snapshot.resume(_answered(snapshot, owners, answer))
    return snapshot.output


def _answered(
    snapshot: monty.FunctionSnapshot, owners: Mapping[str, str], answer: Callable[[CodeCall], Any]
) -> monty.ExternalResult:
    owner = owners.get(str(snapshot.object_id), "")
    name = str(snapshot.function_name)
    if not owner:
        return {"exception": NameError(f"name {name!r} is not defined")}
    call = CodeCall(owner=owner, name=name, args=snapshot.args, kwargs=snapshot.kwargs)
    try:
        value = answer(call)
    except Denied as denied:
        return {"exception": denied.kind(str(denied))}
    return {"return_value": monty.ClassInstance(value) if isinstance(value, Handle) else _inward(value)}


def _names(session: monty.MontySession, bounds: Bounds, keep: Sequence[str]) -> dict[str, Value]:
    """The names that hold a value; functions and unset names are left out."""
    found: dict[str, Value] = {}
    for name in keep:
        try:
            found[name] = _outward(session.feed_run(bounds.of(name), print_callback=monty.CollectString()))
        except (monty.MontyRuntimeError, monty.MontyConversionError, SandboxError):
            continue
    return found


def _shown(result: Any) -> Value:
    """The last value if it is plain data; the last expression of an action may be anything."""
    try:
        return _outward(result)
    except SandboxError:
        return None


def _words(error: monty.MontyError) -> str:
    text = error.display(format="type-msg") if isinstance(error, monty.MontyRuntimeError) else str(error)
    return " ".join(text.split())[:500] or type(error).__name__


def _inward(value: Value) -> Any:
    """Plain data for the sandbox: a table becomes a list of dicts, an image its description."""
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
    """A value of the machine. Raises SandboxError for anything else, for example a function."""
    if isinstance(result, str) and _CODE.fullmatch(result):  # the sandbox returns code objects in this form
        raise SandboxError(f"the result is {result}, which is not a value")
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
            raise SandboxError(f"the result is a {type(result).__name__}, which is not a value")
