"""`screenrecord`: films the screen until time is up or an interrupt."""

from __future__ import annotations

import asyncio
import io
import re

from PIL import Image, ImageOps

from agentprog.phone.render import mp4
from agentprog.phone.shell.call import Call, option

_LONGEST = 180
"""Seconds: the default, and Android's maximum."""
_LOOKS_EVERY = 0.1
_QUALITY = 80
_WITH_VALUE = ("--size", "--bit-rate", "--time-limit", "--output-format", "--display-id")
_SIZE = re.compile(r"(\d+)x(\d+)")


async def screenrecord(call: Call) -> int:
    """`screenrecord [--size WxH] [--time-limit SECONDS] [--bit-rate N] [--verbose] FILE`."""
    args = [part for arg in call.args for part in (arg.split("=", 1) if arg.startswith("--") else (arg,))]
    options = {name: option(args, name) or "" for name in _WITH_VALUE}
    names = [arg for arg in args if not arg.startswith("-")]
    if len(names) != 1:
        return call.complain("Must specify output file (see --help).", 2)
    limit = options["--time-limit"] or str(_LONGEST)
    if not limit.isdigit() or not 0 < int(limit) <= _LONGEST:
        return call.complain(f"Time limit {limit}s outside acceptable range [1,{_LONGEST}]", 2)
    size = _SIZE.fullmatch(options["--size"])
    if options["--size"] and size is None:
        return call.complain(f"Invalid size '{options['--size']}', must be width x height", 2)
    if options["--output-format"] not in ("", "mp4"):
        return call.complain(f"Unknown format '{options['--output-format']}'", 2)
    file = call.resolve(names[0])
    try:
        call.files.write(file, b"")
    except OSError as exc:
        return call.complain(f"Unable to open '{names[0]}': {exc.strerror}")
    film = _Film(call, (int(size[1]), int(size[2])) if size else None)
    try:
        await film.shoot(int(limit))
    finally:
        # A closed stream ends the recording like an interrupt: the film up to then is complete.
        call.files.write(file, film.developed())
    return 0


class _Film:
    """The pictures of a recording, each with the time of its first sight."""

    def __init__(self, call: Call, size: tuple[int, int] | None) -> None:
        self._rig = call.rig
        self._shell = call.shell_pid
        self._now = call.phone.clock.monotonic
        self._size = size or call.phone.capture.image().size
        self._seen: list[tuple[float, bytes]] = []
        self._version = ""
        self._look()

    async def shoot(self, seconds: int) -> None:
        """Record for this many seconds of the phone's time, or until `kill`."""
        over = asyncio.Event()
        end = self._now() + seconds
        with self._rig.running("screenrecord", self._shell, over.set):
            while not over.is_set() and self._now() < end:
                await self._rig.pace.sleep(_LOOKS_EVERY)
                self._look()

    def _look(self) -> None:
        version = self._rig.phone.accessibility.version()
        if version == self._version:
            return
        self._version = version
        image = self._rig.phone.capture.image()
        if image.size == self._size:
            jpeg = self._rig.phone.capture.jpeg(_QUALITY)
        else:
            out = io.BytesIO()
            ImageOps.pad(image, self._size, Image.Resampling.BILINEAR).save(out, "JPEG", quality=_QUALITY)
            jpeg = out.getvalue()
        self._seen.append((self._now(), jpeg))

    def developed(self) -> bytes:
        """The film as a file."""
        ends = [*(at for at, _ in self._seen[1:]), self._now()]
        pictures = [mp4.Picture(jpeg=jpeg, seconds=end - at) for (at, jpeg), end in zip(self._seen, ends, strict=True)]
        return mp4.encode(pictures, *self._size)
