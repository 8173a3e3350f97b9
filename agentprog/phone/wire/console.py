"""The emulator's console for `adb emu`: a TCP port beside adbd's, one command a line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from agentprog.phone.rig import Rig

_HOST = "127.0.0.1"
_GREETING = "Android Console: type 'help' for a list of commands\r\nOK\r\n"
_ROTATIONS = 4
_SMS_WORDS = 2


class ConsoleError(Exception):
    """A command that cannot be done, in the console's words."""


class Console:
    """Answers any connection from this computer. It asks for no token, like an emulator with an empty token file."""

    def __init__(self, rig: Rig, kill: Callable[[], None]) -> None:
        self._rig = rig
        self._kill = kill
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._commands: Mapping[str, Callable[[list[str]], str]] = {
            "help": self._help,
            "ping": lambda _: "I am alive!",
            "auth": lambda _: "",
            "avd": self._avd,
            "sms": self._sms,
            "power": self._power,
            "rotate": self._rotate,
        }

    async def start(self, port: int) -> None:
        """Listen. Raises OSError if the port is taken."""
        self._server = await asyncio.start_server(self._accept, _HOST, port)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            for writer in list(self._open):
                writer.close()
            await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            writer.write(_GREETING.encode())
            while line := await reader.readline():
                words = line.decode("utf-8", "replace").strip()
                if words in ("quit", "exit"):
                    break
                if words == "kill":
                    writer.write(b"OK: killing emulator, bye bye\r\n")
                    await writer.drain()
                    self._kill()
                    break
                writer.write(self.answer(words).encode())
                await writer.drain()
        except (ConnectionError, ValueError):
            pass  # the client has gone, or sent a line without an end
        finally:
            self._open.discard(writer)
            writer.close()

    def answer(self, line: str) -> str:
        """The console's output for one line."""
        verb, _, rest = line.strip().partition(" ")
        if not verb:
            return ""
        command = self._commands.get(verb)
        if command is None:
            return "KO: unknown command, try 'help'\r\n"
        self._rig.trace.add(self._rig.phone.clock.monotonic(), "console", line.strip())
        try:
            output = command(rest.split(" ") if rest else [])
        except ConsoleError as exc:
            return f"KO: {exc}\r\n"
        return f"{output}\r\nOK\r\n" if output else "OK\r\n"

    def _help(self, _: list[str]) -> str:
        names = sorted([*self._commands, "kill", "quit"])
        return "Android console commands:\r\n\r\n" + "\r\n".join(f"    {name}" for name in names) + "\r\n"

    def _avd(self, words: list[str]) -> str:
        props = self._rig.phone.props
        facts = {"name": props.get("ro.product.device") or "", "status": "virtual device is running"}
        if not words or words[0] not in facts:
            raise ConsoleError("missing sub-command" if not words else "bad sub-command")
        return facts[words[0]]

    def _sms(self, words: list[str]) -> str:
        if words[:1] != ["send"]:
            raise ConsoleError("missing sub-command" if not words else "bad sub-command")
        if len(words) <= _SMS_WORDS:
            raise ConsoleError("missing argument, try 'sms send <phonenumber> <text message>'")
        self._rig.phone.stage.incoming_sms(words[1], " ".join(words[_SMS_WORDS:]))
        return ""

    def _power(self, words: list[str]) -> str:
        battery = self._rig.battery
        match words:
            case ["capacity", level] if level.isdigit() and int(level) <= 100:
                battery["level"] = int(level)
            case ["ac", ("on" | "off") as state]:
                battery.update(ac=int(state == "on"), usb=0, status=2 if state == "on" else 3)
            case ["display"]:
                plugged = "online" if battery.get("ac", 1) else "offline"
                return f"AC: {plugged}\r\npresent: true\r\ncapacity: {self._rig.battery_level}"
            case _:
                raise ConsoleError("bad sub-command" if words else "missing sub-command")
        return ""

    def _rotate(self, _: list[str]) -> str:
        """Turn the phone by a quarter, like the emulator's own button."""
        display = self._rig.phone.display
        display.rotate((display.info.rotation + 1) % _ROTATIONS)
        return ""
