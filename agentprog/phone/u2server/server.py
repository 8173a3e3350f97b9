"""The server: its paths, its calls, and the faults that hit a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agentprog.phone.gestures import InjectionDenied
from agentprog.phone.kernel.streams import ByteStream, StreamClosed
from agentprog.phone.rig import Rig
from agentprog.phone.u2server import device_calls, gesture_calls, object_calls, watcher_calls
from agentprog.phone.u2server.context import Method, ServerContext
from agentprog.phone.u2server.http import Request, Response, serve_http
from agentprog.phone.u2server.rpc import (
    INVALID_PARAMS,
    JAVA_ERROR,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    BadParams,
    JavaError,
    RpcCall,
    RpcParams,
    encode_error,
    encode_result,
    parse_call,
)

METHODS: Mapping[str, Method] = {
    **device_calls.METHODS,
    **gesture_calls.METHODS,
    **object_calls.METHODS,
    **watcher_calls.METHODS,
}
_INJECTING = "java.lang.SecurityException"
_DENIED = "Injecting to another application requires INJECT_EVENTS permission"
_LOST = "UiAutomation not connected!"


class AutomationServer:
    """One run of the server; a new process makes a new instance."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._context = ServerContext(rig)
        self._streams: set[ByteStream] = set()
        self._stop: Callable[[], None] = lambda: None
        self.stopped = False

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Set what `/stop` does to the process."""
        self._stop = stop

    def close(self) -> None:
        """Cut every connection, as a dying process does."""
        for stream in list(self._streams):
            stream.close()

    async def handle(self, stream: ByteStream) -> None:
        """Serve one connection."""
        self._streams.add(stream)
        served = 0

        async def answer(request: Request) -> Response:
            nonlocal served
            served += 1
            if served > 1 and self._rig.strikes("no_keep_alive") is not None:
                await stream.write(b"busy, try again\r\n\r\n")
                stream.close()
                raise StreamClosed
            return await self._answer(request)

        try:
            await serve_http(stream, answer)
        finally:
            self._streams.discard(stream)

    async def _answer(self, request: Request) -> Response:
        if request.path == "/ping":
            return Response(body=b"pong")
        if request.path == "/stop":
            self.stopped = True
            self._stop()
            return Response(body=b"Server stopped!!!")
        if request.path == "/screenshot/0":
            return Response(body=self._rig.phone.capture.jpeg(), content_type="image/jpeg")
        if request.path != "/jsonrpc/0":
            return Response(body=b"Not Found!!!", content_type="text/plain", status="404 Not Found")
        if not request.body:
            words, status = b"Invalid http post data!", "500 Internal Server Error"
            return Response(body=words, content_type="text/plain", status=status)
        return Response(body=await self._rpc(request.body), content_type="application/json")

    async def _rpc(self, body: bytes) -> bytes:
        try:
            call = parse_call(body)
        except ValueError as exc:
            return encode_error(None, PARSE_ERROR, "JSON parse error", str(exc))
        self._rig.record("rpc", f"{call.method} {call.params}")
        self._rig.faults.note("rpc")
        method = METHODS.get(call.method)
        if method is None:
            return encode_error(call.id, METHOD_NOT_FOUND, "method not found")
        try:
            await self._befall(call)
            return encode_result(call.id, await method(self._context, RpcParams(call.params)))
        except BadParams as exc:
            return encode_error(call.id, INVALID_PARAMS, "method parameters invalid", str(exc))
        except InjectionDenied:
            return _encode_java(call, JavaError(_INJECTING, _DENIED))
        except JavaError as exc:
            return _encode_java(call, exc)
        except OSError as exc:
            return _encode_java(call, JavaError("java.io.IOException", exc.strerror or str(exc)))

    async def _befall(self, call: RpcCall) -> None:
        """Apply the faults set for this call."""
        rig = self._rig
        await rig.pace.wait("call")
        if rig.strikes("u2_dies_mid_call") is not None:
            rig.automation.kill()
            self.close()
            raise StreamClosed
        hang = rig.strikes("u2_hang")
        if hang is not None:
            await rig.pace.sleep(float(hang["seconds"]))
        slow = rig.strikes("u2_slow")
        if slow is not None:
            await rig.pace.sleep(float(slow["milliseconds"]) / 1000)
        if rig.strikes("ui_automation_lost") is not None:
            frame = "android.app.UiAutomation.throwIfNotConnectedLocked(UiAutomation.java:1219)"
            raise JavaError("java.lang.IllegalStateException", _LOST, frame)
        if rig.strikes("dead_object") is not None:
            frame = "android.os.BinderProxy.transactNative(Native Method)"
            raise JavaError("android.os.DeadObjectException", "", frame)


def _encode_java(call: RpcCall, error: JavaError) -> bytes:
    return encode_error(call.id, JAVA_ERROR, error.class_name, error.stack)
