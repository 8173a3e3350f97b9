"""The stock adb program drives the phone as it drives any other."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.conftest import wait_until


def test_adb_lists_the_phone_with_its_names(sim_phone: Any) -> None:
    listed = sim_phone.server.run("devices", "-l").stdout.decode()
    assert f"{sim_phone.serial} " in listed
    assert "device product:sdk_gphone_x86_64 model:Pixel_6 device:oriole" in listed
    assert sim_phone.adb("get-state").stdout == b"device\n"


def test_exec_in_feeds_a_command_that_outlives_its_stream(sim_phone: Any) -> None:
    data = os.urandom(300_000)
    assert sim_phone.adb("exec-in", "cat > /sdcard/Download/fed.bin", stdin=data).returncode == 0
    digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
    assert wait_until(lambda: sim_phone.shell("md5sum -b /sdcard/Download/fed.bin") == digest)


def test_exit_codes_and_stderr_come_through_apart(sim_phone: Any) -> None:
    done = sim_phone.adb("shell", "echo out; echo err >&2; exit 7")
    assert (done.returncode, done.stdout, done.stderr) == (7, b"out\n", b"err\n")
    assert sim_phone.adb("shell", "nosuch").returncode == 127


def test_words_reach_the_command_as_they_are(sim_phone: Any) -> None:
    assert sim_phone.adb("shell", "echo 'é 你好 😀' \"a  b\"").stdout.decode() == "é 你好 😀 a  b\n"


def test_a_script_on_stdin_is_run_line_by_line(sim_phone: Any) -> None:
    done = sim_phone.adb("shell", stdin=b"echo one\nX=two\nif true; then\n  echo $X\nfi\nexit 3\necho never\n")
    assert (done.returncode, done.stdout) == (3, b"one\ntwo\n")


def test_stdin_reaches_the_command(sim_phone: Any) -> None:
    done = sim_phone.adb("shell", "cat > /sdcard/in.txt; wc -c < /sdcard/in.txt", stdin=b"x" * 200_000)
    assert done.stdout.split() == [b"200000"]
    assert sim_phone.handle.read_file("/sdcard/in.txt") == b"x" * 200_000


def test_an_interactive_shell_echoes_prompts_and_runs(sim_phone: Any) -> None:
    pty = pytest.importorskip("pty", reason="needs a Unix terminal")
    parent, child = pty.openpty()
    from agentprog.devices.link.adb import adb_program

    command = [adb_program(), "-P", str(sim_phone.server.port), "-s", sim_phone.serial, "shell"]
    process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child)
    os.close(child)
    try:
        seen = _read_until(parent, b"oriole:/ $ ")
        os.write(parent, b"echo hx\x7fi\r")
        seen = _read_until(parent, b"$ ")
        assert b"\r\nhi\r\n" in seen
        os.write(parent, b"sleep 600\r")
        time.sleep(0.3)
        os.write(parent, b"\x03")
        assert b"^C" in _read_until(parent, b"oriole:/ $ ")
        os.write(parent, b"cat /nope; false; exit\r")
        assert process.wait(10) == 1
    finally:
        process.kill()
        process.wait()
        os.close(parent)


def _read_until(descriptor: int, mark: bytes, seconds: float = 10.0) -> bytes:
    import select

    seen = b""
    deadline = time.monotonic() + seconds
    while mark not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"waited for {mark!r}, saw {seen!r}"
        seen += os.read(descriptor, 4096)
    return seen


def test_screenshots_come_whole_through_every_way(sim_phone: Any) -> None:
    png = sim_phone.adb("exec-out", "screencap", "-p").stdout
    picture = Image.open(io.BytesIO(png))
    assert (picture.format, picture.size) == ("PNG", (1080, 2400))
    assert sim_phone.adb("shell", "screencap -p").stdout == png
    sim_phone.shell("screencap -p /sdcard/s.png")
    assert sim_phone.handle.read_file("/sdcard/s.png") == png
    frame = sim_phone.device.framebuffer()
    assert frame.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 5_000_000])
def test_files_survive_the_way_there_and_back(sim_phone: Any, tmp_path: Path, size: int) -> None:
    data = os.urandom(size)
    (tmp_path / "there").write_bytes(data)
    assert sim_phone.adb("push", str(tmp_path / "there"), "/sdcard/Download/f.bin").returncode == 0
    assert sim_phone.shell("md5sum -b /sdcard/Download/f.bin") == hashlib.md5(data).hexdigest()
    assert sim_phone.adb("pull", "/sdcard/Download/f.bin", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == data


def test_folders_are_pushed_and_pulled_with_their_contents(sim_phone: Any, tmp_path: Path) -> None:
    (tmp_path / "d" / "deep").mkdir(parents=True)
    (tmp_path / "d" / "a ü.txt").write_text("a")
    (tmp_path / "d" / "deep" / "b.txt").write_text("b")
    assert sim_phone.adb("push", str(tmp_path / "d"), "/sdcard/Documents/").returncode == 0
    assert sim_phone.shell("find /sdcard/Documents/d -type f | sort").splitlines() == [
        "/sdcard/Documents/d/a ü.txt",
        "/sdcard/Documents/d/deep/b.txt",
    ]
    assert sim_phone.adb("pull", "/sdcard/Documents/d", str(tmp_path / "e")).returncode == 0
    assert (tmp_path / "e" / "deep" / "b.txt").read_text() == "b"


def test_a_failed_transfer_names_the_reason(sim_phone: Any, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    missing = sim_phone.adb("pull", "/sdcard/none", str(tmp_path / "y"))
    assert missing.returncode == 1
    assert b"No such file or directory" in missing.stderr
    refused = sim_phone.adb("push", str(tmp_path / "x"), "/system/x")
    assert refused.returncode == 1
    assert b"couldn't create file" in refused.stderr


def test_files_are_listed_in_both_versions(sim_phone: Any) -> None:
    sim_phone.handle.write_file("/sdcard/Download/a.txt", b"12345")
    listed = sim_phone.adb("ls", "/sdcard/Download").stdout.decode().splitlines()
    assert any(line.endswith(" a.txt") and " 00000005 " in line for line in listed)
    entries = {entry.path: entry.size for entry in sim_phone.device.sync.list("/sdcard/Download")}
    assert entries["a.txt"] == 5
    assert {".", ".."} <= set(entries)


def test_an_app_installs_and_goes(sim_phone: Any, u2_apk: Path) -> None:
    assert b"Success" in sim_phone.adb("install", "-r", str(u2_apk)).stdout
    assert "package:com.github.uiautomator" in sim_phone.shell("pm list packages -3").splitlines()
    assert "com.github.uiautomator/.AdbKeyboard" in sim_phone.shell("ime list -s -a")
    assert b"Success" in sim_phone.adb("install", "--no-streaming", str(u2_apk)).stdout
    assert b"Success" in sim_phone.adb("uninstall", "com.github.uiautomator").stdout
    assert "com.github.uiautomator" not in sim_phone.shell("pm list packages")


def test_an_archive_that_is_no_app_is_refused(sim_phone: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.apk", "w") as archive:
        archive.writestr("readme", "no manifest")
    done = sim_phone.adb("install", str(tmp_path / "bad.apk"))
    assert done.returncode == 1
    assert b"INSTALL_" in done.stderr + done.stdout


def test_a_port_without_a_listener_is_closed_without_okay(sim_phone: Any) -> None:
    import adbutils

    with pytest.raises(adbutils.AdbError, match="closed"):
        sim_phone.device.create_connection(adbutils.Network.TCP, 9)


def test_ports_are_forwarded_and_reversed(sim_phone: Any) -> None:
    ports = sim_phone.adb("forward", "tcp:0", "tcp:9008").stdout.decode().strip()
    assert ports.isdigit()
    sim_phone.adb("forward", "--remove-all")
    server = _EchoServer()
    try:
        assert sim_phone.adb("reverse", "tcp:7777", f"tcp:{server.port}").returncode == 0
        assert f"tcp:7777 tcp:{server.port}" in sim_phone.adb("reverse", "--list").stdout.decode()
        assert sim_phone.shell("echo through | nc -w 5 127.0.0.1 7777") == "echo: through"
        assert sim_phone.adb("reverse", "--no-rebind", "tcp:7777", "tcp:1").returncode == 1
        assert sim_phone.adb("reverse", "--remove", "tcp:7777").returncode == 0
        assert "Connection refused" in sim_phone.shell("nc 127.0.0.1 7777 2>&1 < /dev/null")
        assert sim_phone.adb("reverse", "tcp:0", f"tcp:{server.port}").stdout.strip().isdigit()
    finally:
        sim_phone.adb("reverse", "--remove-all")
        server.close()


class _EchoServer:
    """Answers one connection with the bytes that it received."""

    def __init__(self) -> None:
        import socket

        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection:
            connection.sendall(b"echo: " + connection.recv(1024))

    def close(self) -> None:
        self._thread.join(5)
        self._socket.close()


def test_logcat_shows_started_apps_and_not_the_clients_commands(sim_phone: Any) -> None:
    sim_phone.shell("echo a secret; monkey -p com.google.android.contacts -c android.intent.category.LAUNCHER 1")
    printed = sim_phone.adb("logcat", "-d").stdout.decode()
    assert "secret" not in printed
    assert (
        "I ActivityTaskManager: START u0 {act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp="
        in printed
    )
    sim_phone.adb("logcat", "-c")
    assert "START u0" not in sim_phone.adb("logcat", "-d").stdout.decode()


def test_the_system_cannot_be_remounted(sim_phone: Any) -> None:
    done = sim_phone.adb("remount")
    assert done.returncode != 0
    assert b'Not running as root. Try "adb root" first.' in done.stdout + done.stderr


def test_a_closed_shell_ends_its_commands(sim_phone: Any) -> None:
    stream = sim_phone.device.shell("sleep 600; echo done > /sdcard/late", stream=True)
    time.sleep(0.1)
    stream.close()
    assert sim_phone.shell("echo alive") == "alive"


def test_eight_clients_at_once_each_get_their_own_answer(sim_phone: Any) -> None:
    answers: dict[int, str] = {}

    def work(number: int) -> None:
        answers[number] = sim_phone.device.shell(f"for i in 1 2 3 4 5; do echo {number}; sleep 0.01; done")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert answers == {number: "\n".join([str(number)] * 5) for number in range(8)}


def test_a_reboot_ends_everything_and_keeps_storage(sim_phone: Any) -> None:
    sim_phone.handle.write_file("/sdcard/kept.txt", b"kept")
    sim_phone.shell("am start -n com.google.android.contacts/com.android.contacts.activities.PeopleActivity")
    sim_phone.adb("reboot")
    sim_phone.reconnect()
    assert sim_phone.shell("cat /sdcard/kept.txt") == "kept"
    assert sim_phone.shell("pidof com.google.android.contacts") == ""
