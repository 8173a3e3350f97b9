"""JSON-RPC in jsonrpc4j's form: the calls' parameters and the error answers."""

from __future__ import annotations

import json
from collections.abc import Mapping

from agentprog.frozen import frozen

JsonObject = Mapping[str, object]

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
JAVA_ERROR = -32001


class BadParams(Exception):
    """A parameter has the wrong type or is missing."""


class JavaError(Exception):
    """A Java exception of the server: class, message and stack frames."""

    def __init__(self, class_name: str, message: str = "", *frames: str) -> None:
        super().__init__(class_name, message)
        self.class_name = class_name
        self.message = message
        self.frames = frames

    @property
    def stack(self) -> str:
        head = f"{self.class_name}: {self.message}" if self.message else self.class_name
        return "\n\tat ".join([head, *self.frames, "com.wetest.uia2.stub.AutomatorServiceImpl"]) + "\n"


NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"


@frozen
class RpcCall:
    """One call as received."""

    id: object
    method: str
    params: tuple[object, ...]


def parse_call(body: bytes) -> RpcCall:
    """Read a request. Raises ValueError if it is not a JSON-RPC call."""
    parsed: object = json.loads(body)
    if not isinstance(parsed, dict) or not isinstance(parsed.get("method"), str):
        raise ValueError("not a JSON-RPC request")
    params: object = parsed.get("params")
    values: object = list(params.values()) if isinstance(params, dict) else params
    if values is not None and not isinstance(values, list):
        raise ValueError("params are neither a list nor an object")
    return RpcCall(id=parsed.get("id"), method=str(parsed["method"]), params=tuple(values or ()))


def encode_result(call_id: object, result: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": call_id, "result": result}, ensure_ascii=False).encode("utf-8")


def encode_error(call_id: object, code: int, message: str, data: object = None) -> bytes:
    error = {"code": code, "message": message, "data": data}
    return json.dumps({"jsonrpc": "2.0", "id": call_id, "error": error}, ensure_ascii=False).encode("utf-8")


class RpcParams:
    """The parameters of a call, converted to the type that the method needs. Raises BadParams."""

    def __init__(self, values: tuple[object, ...]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def number(self, at: int, default: float | None = None) -> float:
        value = self._at(at, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadParams(f"parameter {at} is not a number")
        return float(value)

    def integer(self, at: int, default: int | None = None) -> int:
        return int(self.number(at, default))

    def flag(self, at: int, default: bool | None = None) -> bool:
        value = self._at(at, default)
        if not isinstance(value, bool):
            raise BadParams(f"parameter {at} is not a boolean")
        return value

    def text(self, at: int, default: str | None = None) -> str:
        value = self._at(at, default)
        if not isinstance(value, str):
            raise BadParams(f"parameter {at} is not a string")
        return value

    def optional_text(self, at: int) -> str | None:
        value = self._values[at] if at < len(self._values) else None
        if value is not None and not isinstance(value, str):
            raise BadParams(f"parameter {at} is not a string")
        return value

    def mapping(self, at: int) -> JsonObject:
        value = self._at(at, None)
        if not isinstance(value, dict):
            raise BadParams(f"parameter {at} is not an object")
        return value

    def target(self, at: int) -> JsonObject | str:
        """A selector, or the id of an object found before."""
        value = self._at(at, None)
        if isinstance(value, str | dict):
            return value
        raise BadParams(f"parameter {at} is neither a selector nor an object's id")

    def is_object(self, at: int) -> bool:
        return at < len(self._values) and isinstance(self._values[at], dict)

    def is_text(self, at: int) -> bool:
        return at < len(self._values) and isinstance(self._values[at], str)

    def numbers(self, at: int) -> list[float]:
        value = self._at(at, None)
        if not isinstance(value, list) or not all(isinstance(item, int | float) for item in value):
            raise BadParams(f"parameter {at} is not a list of numbers")
        return [float(item) for item in value]

    def _at(self, at: int, default: object) -> object:
        if at < len(self._values) and self._values[at] is not None:
            return self._values[at]
        if default is None:
            raise BadParams(f"parameter {at} is missing")
        return default
