"""`screenrecord` writes a video of the screen, however it ends."""

from __future__ import annotations

import io
import struct
import subprocess
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from agentprog.devices.link.adb import adb_program
from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.render import mp4
from agentprog.phone.rig import ShellResult
from tests.conftest import SimPhone, wait_until

Sh = Callable[[str], ShellResult]
FILE = "/sdcard/film.mp4"
STARTED = "until ps -A | grep -q screenrecord; do sleep 0.02; done"
_INSIDE = (b"moov", b"trak", b"mdia", b"minf", b"stbl")


def boxes(data: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[bytes, bytes]]:
    """Every box of an MP4 file with its body, also those within others."""
    end = len(data) if end is None else end
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, data[start + 8 : start + size]
        if kind in _INSIDE:
            yield from boxes(data, start + 8, start + size)
        start += size


def pictures(film: bytes) -> list[tuple[float, Image.Image]]:
    """The pictures of a film with the seconds that each is shown, found by its own tables as a player does."""
    table = dict(boxes(film))
    count = struct.unpack_from(">I", table[b"stco"], 4)[0]
    offsets = struct.unpack_from(f">{count}I", table[b"stco"], 8)
    sizes = struct.unpack_from(f">{count}I", table[b"stsz"], 12)
    shown = [struct.unpack_from(">I", table[b"stts"], 12 + 8 * at)[0] / 1000 for at in range(count)]
    jpegs = [film[offset : offset + size] for offset, size in zip(offsets, sizes, strict=True)]
    return [(seconds, Image.open(io.BytesIO(jpeg))) for seconds, jpeg in zip(shown, jpegs, strict=True)]


def content(picture: Image.Image) -> bytes:
    """The part below the status bar, whose clock changes by itself."""
    return picture.crop((0, 208, *picture.size)).tobytes()


def taken(phone: SimulatedPhone) -> list[tuple[float, Image.Image]]:
    return pictures(phone.phone.files.read(FILE))


def test_a_film_shows_each_screen_until_the_next_one(sh: Sh, inner_phone: SimulatedPhone) -> None:
    done = sh(f"screenrecord --time-limit 2 {FILE} & {STARTED}; am start -a android.settings.SETTINGS; sleep 0.5; wait")
    assert (done.code, done.stderr) == (0, "")
    found = taken(inner_phone)
    assert sum(seconds for seconds, _ in found) >= 1.9
    assert {picture.size for _, picture in found} == {(1080, 2400)}
    last = Image.open(io.BytesIO(inner_phone.phone.capture.jpeg(80)))
    assert content(found[-1][1]) == content(last)
    assert content(found[0][1]) != content(last)


@pytest.mark.parametrize("ending", ["kill -INT $!", "pkill -2 screenrecord", "kill -2 $(pidof screenrecord)"])
def test_an_interrupt_ends_a_recording_with_its_pictures_so_far(
    sh: Sh, inner_phone: SimulatedPhone, ending: str
) -> None:
    assert sh(f"screenrecord --size 270x600 {FILE} & {STARTED}; {ending}; wait").code == 0
    assert {picture.size for _, picture in taken(inner_phone)} == {(270, 600)}
    assert sh("pidof screenrecord").code == 1


def test_a_number_of_another_process_ends_no_recording(sh: Sh) -> None:
    done = sh(f"screenrecord {FILE} & {STARTED}; kill 1; pidof screenrecord; kill -2 $!; wait")
    assert done.stderr == "/system/bin/sh: kill: 1: Operation not permitted\n"
    assert done.stdout.strip().isdigit()


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("screenrecord", 2, "Must specify output file"),
        ("screenrecord --time-limit 900 /sdcard/a.mp4", 2, "Time limit 900s outside acceptable range [1,180]"),
        ("screenrecord --size big /sdcard/a.mp4", 2, "Invalid size 'big', must be width x height"),
        ("screenrecord --output-format=h264 /sdcard/a.mp4", 2, "Unknown format 'h264'"),
        ("screenrecord /system/a.mp4", 1, "Unable to open '/system/a.mp4': Read-only file system"),
    ],
)
def test_an_impossible_recording_is_reported(sh: Sh, command: str, status: int, message: str) -> None:
    done = sh(command)
    assert (done.code, message in done.stderr) == (status, True), done


def test_a_film_without_a_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        mp4.encode([], 10, 10)


def test_a_client_that_goes_leaves_a_whole_film(sim_phone: SimPhone) -> None:
    command = [adb_program(), "-P", str(sim_phone.server.port), "-s", sim_phone.serial, "shell", "screenrecord", FILE]
    with subprocess.Popen(command) as client:
        assert wait_until(lambda: sim_phone.shell("pidof screenrecord") != "")
        client.kill()
    assert wait_until(lambda: sim_phone.shell("pidof screenrecord") == "")
    assert len(pictures(sim_phone.handle.read_file(FILE))) >= 1
