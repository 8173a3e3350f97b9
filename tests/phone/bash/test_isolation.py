"""No script reaches the computer that the phone runs on: not its files, programs, environment, network or processes."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]
SECRET = "only-on-this-computer-5311"


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of this computer, beside an environment variable with the same words."""
    monkeypatch.setenv("HOST_SECRET", SECRET)
    path = tmp_path / "secret.txt"
    path.write_text(SECRET, encoding="utf-8")
    return path


READS = [
    "cat {0}",
    "cat < {0}",
    "cat /sdcard/../../../../../../../..{0}",
    "cd /sdcard; cat ../../../../../../../../..{0}",
    "cat //{0}; cat /./{0}; cat /proc/self/root{0}; cat /proc/1/root{0}",
    "head -c 99 {0}; tail {0}; sed p {0}; awk '{{print}}' {0}; grep . {0}; sort {0}; od -c {0}; strings {0}; xxd {0}",
    "dd if={0}; base64 {0} | base64 -d; cp {0} /sdcard/x; cat /sdcard/x",
    "mv {0} /sdcard/x; cat /sdcard/x",
    "ln -s {0} /sdcard/link; cat /sdcard/link; ln {0} /sdcard/hard; cat /sdcard/hard",
    'echo $(< {0}) `cat {0}`; . {0}; source {0}; sh {0}; eval "$(cat {0})"',
    "while read x; do echo $x; done < {0}; mapfile a < {0}; echo ${{a[@]}}; exec 3< {0}; cat <&3",
    "tar cf /sdcard/t.tar {0}; tar xOf /sdcard/t.tar; gzip -c {0} | zcat; unzip -p {0}; cat <(cat {0})",
    "find / -name secret.txt -exec cat {{}} \\;; ls -R / | xargs cat; echo /*/*/*/secret.txt",
    "printf '%s' \"$(<{0})\"; diff {0} /dev/null; cmp {0} /dev/null; paste {0}; file {0}; stat {0}",
    "env; set; export -p; printenv; declare -p; cat /proc/self/environ /proc/*/environ; echo $HOST_SECRET",
    "python3 -c 'print(open(\"{0}\").read())'; python {0}; perl -e 'print `cat {0}`'; busybox cat {0}",
    "curl file://{0}; wget -O- file://{0}; http file://{0}; sqlite3 {0} .dump; jq -R . {0}; yq . {0}; rg . {0}",
    "tar xf /sdcard/t.tar -C /; cat /dev/fd/../../{0}; cat /dev/stdin < {0}; coproc cat {0}; cat <&${{COPROC[0]}}",
    "history; fc -l; compgen -f {0}; complete; help; shopt; bind -p; caller; times; ulimit -a; trap; jobs; alias",
    "HOME=$(dirname {0}); cat ~/secret.txt; cd ~; cat secret.txt; CDPATH=$HOME cd . ; cat ./secret.txt",
]


@pytest.mark.parametrize("script", READS)
def test_nothing_of_this_computer_can_be_read(sh: Sh, secret: Path, script: str) -> None:
    done = sh(script.format(secret))
    assert SECRET not in done.stdout + done.stderr
    assert secret.read_text(encoding="utf-8") == SECRET


WRITES = [
    "echo x > {0}/made",
    "mkdir -p {0}/folder; touch {0}/made",
    "cp /proc/version {0}/made; dd if=/dev/zero of={0}/made bs=1 count=1; tee {0}/made < /proc/version",
    "echo x > /sdcard/../../../../../../../..{0}/made",
    "cd /sdcard; echo x > ../../../../../../../..{0}/made",
    "mv /system/bin/sh {0}/made; ln -s /sdcard {0}/made; mkfifo {0}/made; mktemp -p {0}",
    "rm -rf {0}; rmdir {0}; rm -f {0}/kept; find {0} -delete; truncate -s 0 {0}/kept; chmod 777 {0}/kept",
    "rm -rf /; rm -rf /* ; rm -rf /sdcard/../..",
    "cd /sdcard; mkdir e; echo x > e/f; tar cf t.tar -C e f; tar xf t.tar -C {0}; unzip t.tar -d {0}; gzip -k {0}/kept",
]


@pytest.mark.parametrize("script", WRITES)
def test_nothing_of_this_computer_can_be_written_or_removed(sh: Sh, tmp_path: Path, script: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept", encoding="utf-8")
    sh(script.format(outside))
    assert [path.name for path in outside.iterdir()] == ["kept"]
    assert (outside / "kept").read_text(encoding="utf-8") == "kept"
    assert (outside / "kept").stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """A port of this computer, and the connections to it."""
    server = socket.create_server(("127.0.0.1", 0))
    guests: list[object] = []

    def accept() -> None:
        while True:
            try:
                guests.append(server.accept()[1])
            except OSError:
                return

    thread = threading.Thread(target=accept)
    thread.start()
    yield server.getsockname()[1], guests
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join(10)


@pytest.mark.parametrize(
    "script",
    [
        "echo x > /dev/tcp/127.0.0.1/{0}",
        "exec 3<>/dev/tcp/127.0.0.1/{0}; echo x >&3; cat <&3",
        "nc -w 1 127.0.0.1 {0} < /dev/null; nc localhost {0} < /dev/null",
        "curl http://127.0.0.1:{0}; wget http://127.0.0.1:{0}; http GET http://127.0.0.1:{0}",
        "telnet 127.0.0.1 {0}; ping -c 1 127.0.0.1",
    ],
)
def test_no_script_connects_to_this_computer(sh: Sh, listener: tuple[int, list[object]], script: str) -> None:
    port, guests = listener
    sh(script.format(port))
    assert guests == []


def test_identity_and_machine_are_the_phones(sh: Sh) -> None:
    assert sh("hostname; whoami; id -u; pwd; echo $HOME").stdout == "localhost\nshell\n2000\n/\n/\n"
    assert str(os.getpid()) not in sh("ps -A -o PID; echo $$ $PPID $BASHPID").stdout.split()
    assert socket.gethostname() not in sh("uname -a; hostname; env").stdout


def test_programs_that_no_phone_has_are_not_found(sh: Sh) -> None:
    for name in ("python3", "curl", "wget", "jq", "sudo", "git", "nano", "tree"):
        done = sh(f"{name} --version")
        assert (done.code, done.stderr) == (127, f"/system/bin/sh: {name}: inaccessible or not found\n")


def test_the_image_is_all_that_a_script_can_change(sh: Sh, inner_phone: SimulatedPhone, tmp_path: Path) -> None:
    """Every path that a script writes is inside the phone's folder, with any name."""
    folder = inner_phone.phone.storage.host_path("/sdcard").resolve()
    sh("cd /sdcard; echo 1 > ..\\\\x; echo 1 > 'a:b'; echo 1 > '...'; echo 1 > '~'")
    made = {path.name for path in folder.iterdir()}
    assert {"..\\x", "a:b", "...", "~"} <= made
