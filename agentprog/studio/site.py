"""The routes of the page."""

from __future__ import annotations

import itertools
import json
import mimetypes
from collections.abc import Set
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from anyio import to_thread
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

import agentprog.report as report_room
from agentprog.app.launching.programs import Program
from agentprog.app.session.protocol import Stop
from agentprog.errors import AgentProgError, UsageError
from agentprog.runtime.journal.folder import RunFolder
from agentprog.studio import records
from agentprog.studio.asking import status_of
from agentprog.studio.desk import Desk, Seat
from agentprog.studio.live import Tab

_HERE = Path(__file__).parent / "page"
_SHARED = Path(report_room.__file__).parent / "page"
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
_FRESH = {"cache-control": "no-store"}
_AGAIN = "Load the page again."
_MOST = 2_000_000
"""Size limit of a request body, in bytes."""

M = TypeVar("M", bound=BaseModel)


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Checked(_Sent):
    text: str


class Begun(_Sent):
    text: str
    inputs: dict[str, str] = Field(default_factory=dict)
    secrets: dict[str, str] = Field(default_factory=dict, repr=False)
    breakpoints: tuple[Stop, ...] = ()


class Site:
    """The application behind the guard."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tabs = itertools.count(1)
        pages = ("/", "/runs/{run}", "/runs/{run}/steps/{step:int}", "/phone", "/compare/{run}/{other}")
        self.app = Starlette(
            routes=[
                *(Route(path, self._shell) for path in pages),
                Route("/static/{name}", self._static),
                Route("/api/home", self._home),
                Route("/api/runs/{run}", self._story),
                Route("/api/runs/{run}/pictures/{record}", self._picture),
                Route("/api/runs/{run}/screens/{record}", self._screen),
                Route("/api/runs/{run}/screens/{record}/lines/{index:int}", self._lines),
                Route("/api/runs/{run}/calls/{record}", self._call),
                Route("/api/check", self._check, methods=["POST"]),
                Route("/api/begin", self._begin, methods=["POST"]),
                Route("/api/phone", self._phone, methods=["POST"]),
                WebSocketRoute("/live/{seat}", self._live),
            ],
            exception_handlers={AgentProgError: _told},
        )

    async def _shell(self, _request: Request) -> Response:
        return _file(_HERE / "index.html", _FRESH)

    async def _static(self, request: Request) -> Response:
        return _file(_assets()[request.path_params["name"]], _FRESH) if _has(request) else Response(status_code=404)

    async def _home(self, _request: Request) -> Response:
        desk = self._desk
        program = desk.program
        settings = desk.job.settings
        found = {
            "program": {"name": program.name, "text": program.text} if program is not None else None,
            "live": desk.live(),
            "runs": await to_thread.run_sync(desk.runs),
            "model": settings.model or "",
            "phone": "simulated" if settings.sim else settings.serial or "",
        }
        return JSONResponse(found, headers=_FRESH)

    # ------------------------------------------------------------ a recorded run

    def _folder(self, request: Request) -> RunFolder:
        name = request.path_params["run"]
        seat = self._desk.seat(name)
        known = seat.session.name if seat is not None and seat.session is not None else ""
        return self._desk.folder(known or name)

    async def _story(self, request: Request) -> Response:
        """The story of a run; for a live run a hint to watch it."""
        seat = self._desk.seat(request.path_params["run"])
        if seat is not None and seat.session is not None and not seat.session.ended:
            return JSONResponse({"seat": seat.name, "run": seat.session.name}, headers=_FRESH)
        return JSONResponse(await to_thread.run_sync(lambda: records.story(self._folder(request))), headers=_FRESH)

    async def _picture(self, request: Request) -> Response:
        data, media = await to_thread.run_sync(
            lambda: records.picture(self._folder(request), request.path_params["record"])
        )
        return Response(data, media_type=media, headers=_FOREVER)

    async def _screen(self, request: Request) -> Response:
        found = await to_thread.run_sync(lambda: records.screen(self._folder(request), request.path_params["record"]))
        return JSONResponse(found, headers=_FOREVER)

    async def _lines(self, request: Request) -> Response:
        params = request.path_params
        found = await to_thread.run_sync(
            lambda: records.lines(self._folder(request), params["record"], params["index"])
        )
        return JSONResponse(found, headers=_FRESH)

    async def _call(self, request: Request) -> Response:
        found = await to_thread.run_sync(lambda: records.call(self._folder(request), request.path_params["record"]))
        return JSONResponse(found, headers=_FOREVER)

    # ------------------------------------------------------------ runs started on the page

    async def _check(self, request: Request) -> Response:
        sent = _valid(Checked, await _sent(request))
        secret_names = {secret.name for secret in self._desk.job.secrets}
        return JSONResponse(await to_thread.run_sync(_checked, sent.text, secret_names))

    async def _begin(self, request: Request) -> Response:
        sent = _valid(Begun, await _sent(request))
        stops = tuple(stop.breakpoint() for stop in sent.breakpoints)
        begin = partial(self._desk.begin, inputs=sent.inputs, secrets=sent.secrets, breakpoints=stops)
        seat = await to_thread.run_sync(begin, sent.text)
        return JSONResponse({"seat": seat.name})

    async def _phone(self, _request: Request) -> Response:
        seat = await to_thread.run_sync(self._desk.open_phone)
        return JSONResponse({"seat": seat.name})

    async def _live(self, socket: WebSocket) -> None:
        seat: Seat | None = self._desk.seat(socket.path_params["seat"])
        if seat is None:
            await socket.close(4404, "No live run here.")
            return
        await Tab(socket, seat, f"page {next(self._tabs)}").serve()


def _checked(text: str, secret_names: Set[str]) -> dict[str, Any]:
    """The diagnostics of a program, and the inputs that it needs besides the configured secrets."""
    report = Program(text=text).check()
    problems = [
        {
            "line": max(1, finding.span.start),
            "severity": finding.severity,
            "code": finding.code,
            "text": finding.message,
            "hint": finding.suggestion,
        }
        for finding in report.diagnostics
    ]
    program = report.parsed.program
    inputs = [
        {
            "name": declared.name,
            "type": declared.type,
            "description": declared.description,
            "required": declared.default is None,
        }
        for declared in (program.header.inputs if program is not None else ())
        if declared.name not in secret_names
    ]
    return {"problems": problems, "inputs": inputs}


async def _sent(request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise UsageError("send JSON", hint=_AGAIN)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _MOST:
            raise UsageError("this is too long", hint="Send less.")
    try:
        return json.loads(bytes(body))
    except ValueError:
        raise UsageError("this is no JSON", hint=_AGAIN) from None


def _valid(kind: type[M], data: Any) -> M:
    try:
        return kind.model_validate(data)
    except ValidationError as exc:
        raise UsageError(f"this is no request: {exc.errors(include_input=False)[0]['msg']}", hint=_AGAIN) from None


async def _told(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, AgentProgError)
    error = {"kind": type(problem).__name__, "message": problem.message, "hint": problem.hint}
    return JSONResponse({"error": error}, status_code=status_of(problem), headers=_FRESH)


def _assets() -> dict[str, Path]:
    """Every file of the page by its name; no other file is served."""
    folders = (_HERE, _SHARED, _SHARED / "vendor")
    return {path.name: path for folder in folders for path in folder.iterdir() if path.suffix in (".js", ".css")}


def _has(request: Request) -> bool:
    return request.path_params["name"] in _assets()


def _file(path: Path, headers: dict[str, str]) -> Response:
    media = mimetypes.guess_type(path.name)[0] or "text/plain"
    media = "text/javascript" if path.suffix == ".js" else media
    return Response(path.read_bytes(), media_type=media, headers=headers)
