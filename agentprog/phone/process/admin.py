"""The admin socket: one JSON object a line, one answer for each. It is separate from adb, so no agent can find it."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import get_args

from agentprog.phone.facade import Intent, Namespace, PackageError, ProviderError
from agentprog.phone.faults import FaultError, Schedule
from agentprog.phone.process.assembly import SimulatedPhone, describe

Arguments = Mapping[str, object]
_HOST = "127.0.0.1"
_NAMESPACES: tuple[Namespace, ...] = get_args(Namespace)
_LONGEST_LINE = 64 * 1024 * 1024


class AdminError(Exception):
    """A request that cannot be done, in words for people."""


class Admin:
    """Answers the director's requests for one phone."""

    def __init__(self, sim: SimulatedPhone, token: str, stop: Callable[[], None]) -> None:
        self._sim = sim
        self._token = token
        self._server: asyncio.Server | None = None
        self._verbs: dict[str, Callable[[Arguments], object]] = {
            "state": lambda _: describe(sim),
            "screenshot": self._screenshot,
            "painted": self._painted,
            "sql": self._sql,
            "write_sql": self._write_sql,
            "list_files": self._list_files,
            "read_file": self._read_file,
            "write_file": self._write_file,
            "set_fault": self._set_fault,
            "clear_fault": self._clear_fault,
            "faults": lambda _: sim.rig.faults.describe(),
            "snapshot": lambda args: sim.phone.snapshots.save(_text(args, "name")),
            "restore": self._restore,
            "reset": lambda args: sim.reset(keep_automation=bool(args.get("keep_automation", True))),
            "advance": lambda args: sim.phone.clock.advance(_number(args, "seconds")),
            "incoming_sms": self._incoming_sms,
            "fold": self._fold,
            "start": self._start,
            "setting": self._setting,
            "trace": self._trace,
            "clear_trace": lambda _: sim.rig.trace.entries.clear(),
            "forget_keys": lambda _: sim.adbd.forget_keys(),
            "authorization": self._authorization,
            "stop": lambda _: stop(),
        }

    async def start(self) -> int:
        """Listen on a free port of the loopback interface. Returns the port."""
        self._server = await asyncio.start_server(self._accept, _HOST, 0, limit=_LONGEST_LINE)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(json.dumps(await self._answer(line), ensure_ascii=False).encode() + b"\n")
                await writer.drain()
        except (ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Mapping[str, object]:
        try:
            request: object = json.loads(line)
        except ValueError:
            return {"error": "not JSON"}
        if not isinstance(request, dict):
            return {"error": "a request is a JSON object"}
        if not hmac.compare_digest(str(request.get("token", "")), self._token):
            return {"error": "wrong token"}
        name, args = str(request.get("call", "")), request.get("args") or {}
        try:
            if name == "shell" and isinstance(args, dict):
                done = await self._sim.run_shell(_text(args, "command"))
                return {"result": {"code": done.code, "stdout": done.stdout, "stderr": done.stderr}}
            if name == "finger" and isinstance(args, dict):
                await self._finger(args)
                return {"result": None}
            verb = self._verbs.get(name)
            if verb is None or not isinstance(args, dict):
                raise AdminError(f"there is no call {name!r}; there are: {', '.join(sorted(self._verbs))}")
            return {"result": verb(args)}
        except (AdminError, FaultError, PackageError, ProviderError) as exc:
            return {"error": str(exc)}
        except OSError as exc:
            return {"error": f"{exc.strerror or exc}: {exc.filename or ''}"}

    async def _finger(self, args: Arguments) -> None:
        """A finger on the glass: `way` in fractions of the glass, `seconds` in all, a `rest` before it moves."""
        way = args.get("way")
        if (
            not isinstance(way, list)
            or not way
            or not all(isinstance(point, list) and len(point) == 2 for point in way)
        ):
            raise AdminError("way is a list of [across, down]")
        points = [(float(across), float(down)) for across, down in way]
        await self._sim.rig.panel.stroke(points, seconds=_number(args, "seconds"), rest=_number(args, "rest"))

    def _screenshot(self, _: Arguments) -> object:
        return base64.b64encode(self._sim.phone.capture.png()).decode("ascii")

    def _painted(self, _: Arguments) -> object:
        seen = self._sim.phone.accessibility.painted()
        return [{"name": name, **rect._asdict()} for name, rect in seen]

    def _sql(self, args: Arguments) -> object:
        """Rows of the phone's own database, on a read-only connection beside the apps."""
        path = self._database(_text(args, "package"), _text(args, "database"))
        parameters = args.get("parameters") or []
        if not isinstance(parameters, list):
            raise AdminError("parameters must be a list")
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2.0)) as connection:
                cursor = connection.execute(_text(args, "query"), parameters)
                columns = [column[0] for column in cursor.description or ()]
                return [dict(zip(columns, map(_plain, row), strict=True)) for row in cursor.fetchall()]
        except sqlite3.Error as exc:
            raise AdminError(f"SQLite: {exc}") from exc

    def _write_sql(self, args: Arguments) -> object:
        """Change a database after stopping its app, all statements or none, as a test bed does on a rooted phone."""
        package = _text(args, "package")
        path = self._database(package, _text(args, "database"))
        statements = args.get("statements")
        if not isinstance(statements, list):
            raise AdminError("statements is a list of [SQL, parameters]")
        self._sim.phone.activities.force_stop(package)
        try:
            with closing(sqlite3.connect(path, timeout=2.0)) as connection, connection:
                for sql, parameters in statements:
                    connection.execute(str(sql), parameters)
        except (sqlite3.Error, TypeError, ValueError) as exc:
            raise AdminError(f"SQLite: {exc}") from exc
        self._sim.phone.invalidate()
        return None

    def _database(self, package: str, database: str) -> str:
        storage = self._sim.phone.storage
        known = storage.databases()
        android = known.get(database) or f"/data/data/{package}/databases/{database}"
        path = storage.host_path(android)
        if not path.is_file():
            names = ", ".join(sorted(known)) or "none"
            raise AdminError(
                f"{package} has no database {database!r} on this phone; known by a short name are: {names}"
            )
        return path.as_posix()

    def _list_files(self, args: Arguments) -> object:
        return [
            {"name": found.name, "path": found.path, "mode": found.mode, "size": found.size, "mtime": found.mtime}
            for found in self._sim.phone.files.list(_text(args, "path"))
        ]

    def _read_file(self, args: Arguments) -> object:
        return base64.b64encode(self._sim.phone.files.read(_text(args, "path"))).decode("ascii")

    def _write_file(self, args: Arguments) -> object:
        try:
            data = base64.b64decode(_text(args, "data"), validate=True)
        except binascii.Error as exc:
            raise AdminError("data is not base64") from exc
        self._sim.phone.files.write(_text(args, "path"), data)
        return None

    def _fold(self, args: Arguments) -> object:
        try:
            self._sim.phone.display.fold(bool(args.get("folded", True)))
        except ValueError as exc:
            raise AdminError(str(exc)) from exc
        return None

    def _set_fault(self, args: Arguments) -> object:
        params, schedule = args.get("params") or {}, args.get("schedule") or {}
        if not isinstance(params, dict) or not isinstance(schedule, dict):
            raise AdminError("params and schedule are objects")
        try:
            parsed = Schedule(**schedule)
        except TypeError as exc:
            raise AdminError(f"a schedule does not take that: {exc}") from exc
        self._sim.rig.faults.set(_text(args, "name"), params, parsed)
        return None

    def _clear_fault(self, args: Arguments) -> object:
        name = args.get("name")
        self._sim.rig.faults.clear(str(name) if name is not None else None)
        return None

    def _restore(self, args: Arguments) -> object:
        name = _text(args, "name")
        try:
            self._sim.restore(name, keep_automation=bool(args.get("keep_automation", True)))
        except KeyError as exc:
            names = ", ".join(self._sim.phone.snapshots.list()) or "none"
            raise AdminError(f"there is no snapshot {name!r}; there are: {names}") from exc
        return None

    def _incoming_sms(self, args: Arguments) -> object:
        self._sim.phone.stage.incoming_sms(_text(args, "address"), _text(args, "body"))
        return None

    def _start(self, args: Arguments) -> object:
        package = _text(args, "package")
        info = self._sim.phone.packages.get(package)
        if info is None or not info.launch_activity:
            raise AdminError(f"{package} is not installed, or has nothing to launch")
        component = f"{package}/{info.launch_activity}"
        return self._sim.phone.activities.start(Intent(action="android.intent.action.MAIN", component=component)).ok

    def _setting(self, args: Arguments) -> object:
        name = _text(args, "namespace")
        namespace = next((known for known in _NAMESPACES if known == name), None)
        if namespace is None:
            raise AdminError(f"there is no namespace {name!r}; there are {', '.join(_NAMESPACES)}")
        provider = self._sim.phone.settings
        if "value" in args:
            provider.put(namespace, _text(args, "key"), _text(args, "value"))
        return provider.get(namespace, _text(args, "key"))

    def _trace(self, args: Arguments) -> object:
        kind = args.get("kind")
        entries = self._sim.rig.trace.entries
        return [{"at": e.at, "kind": e.kind, "text": e.text} for e in entries if kind in (None, e.kind)]

    def _authorization(self, args: Arguments) -> object:
        mode = _text(args, "mode")
        if mode not in ("open", "ask"):
            raise AdminError(f"authorization is 'open' or 'ask', not {mode!r}")
        self._sim.adbd.authorization = mode
        return None


def _text(args: Arguments, name: str) -> str:
    value = args.get(name)
    if not isinstance(value, str):
        raise AdminError(f"{name!r} must be a text")
    return value


def _number(args: Arguments, name: str) -> float:
    value = args.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise AdminError(f"{name!r} must be a number")
    return float(value)


def _plain(value: object) -> object:
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value
