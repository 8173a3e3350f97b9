"""The shell understands the usual scripts for phones, passes bytes on at once, and ends when it is stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import time
import weakref
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from agentprog.phone.bash.abi import Export
from agentprog.phone.bash.session import Session
from agentprog.phone.kernel import loop
from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.rig import ShellResult
from agentprog.phone.shell.commands import COMMANDS
from agentprog.phone.shell.io import Buffer, Callback, Nothing, Pipe, Streams

Sh = Callable[[str], ShellResult]

SCRIPTS = [
    ("printf 'a 1\\nb 2\\n' | awk '{print $2}'", "1\n2\n"),
    ("case /sdcard/a.png in *.png) echo picture;; *) echo other;; esac", "picture\n"),
    ("cat <<END\nhome $HOME\nEND", "home /\n"),
    ("twice() { echo $1$1; }; twice ab", "abab\n"),
    ("[[ abc == a* && 3 -gt 2 ]] && echo yes", "yes\n"),
    ("x=abcdef; echo ${x:1} ${x:1:2} ${x/b/Q}", "bcdef bc aQcdef\n"),
    ("printf 'a\\nb\\nc\\n' | grep -A1 a", "a\nb\n"),
    ("printf 'ab\\ncd\\n' | sed -n 's/b/X/p'", "aX\n"),
    ("echo ab | sed -e 's/a/1/' -e 's/b/2/'", "12\n"),
    ("printf 'a b' | xargs -n1 echo", "a\nb\n"),
    ("toybox sort -r <<< 'x'", "x\n"),
    ("/system/bin/echo by path", "by path\n"),
    ("echo one | /system/bin/sh -c 'read x; echo got $x'", "got one\n"),
    ("which awk settings", "/system/bin/awk\n/system/bin/settings\n"),
    ("ls /system/bin | grep -cx -e am -e grep", "2\n"),
    ("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo $i", "20000\n"),
    ("sleep 0.01 & wait; echo done", "done\n"),
    ("echo packed | gzip > /sdcard/p.gz; zcat /sdcard/p.gz; cat <(echo piped)", "packed\npiped\n"),
]


@pytest.mark.parametrize(("script", "out"), SCRIPTS)
def test_script(sh: Sh, script: str, out: str) -> None:
    done = sh(script)
    assert (done.code, done.stdout, done.stderr) == (0, out, "")


@pytest.mark.parametrize(
    ("calls_itself", "message"),
    [
        ("/data/local/tmp/again", "/data/local/tmp/again: No such file or directory"),
        ("sh /data/local/tmp/again", "maximum nesting depth exceeded"),
        (". /data/local/tmp/again", "maximum source depth exceeded"),
        ("su 0 sh /data/local/tmp/again", "can't fork - try again"),
    ],
)
def test_a_program_that_calls_itself_without_end_fails_and_the_shell_goes_on(
    sh: Sh, calls_itself: str, message: str
) -> None:
    sh(f"echo '{calls_itself}' > /data/local/tmp/again; chmod 755 /data/local/tmp/again")
    done = sh(calls_itself)
    assert (done.code != 0, message in done.stderr) == (True, True), done
    assert sh("rm /data/local/tmp/again; echo on").stdout == "on\n"


def test_a_folder_is_emptied_and_filled_as_app_snapshots_do_it(sh: Sh) -> None:
    sh("mkdir -p /sdcard/src/in /sdcard/dst; echo 1 > /sdcard/src/in/f; touch -d @1000000000 /sdcard/src/in/f")
    assert sh("cp -a /sdcard/src/. /sdcard/dst && find /sdcard/dst -type f").stdout == "/sdcard/dst/in/f\n"
    assert sh("stat -c %Y /sdcard/dst/in/f").stdout == "1000000000\n"
    assert sh("find /sdcard/dst -mindepth 1 -delete; ls -A /sdcard/dst").stdout == ""
    assert sh("cd /sdcard; find src -name x -o -type f").stdout == "src/in/f\n"


def test_a_moved_file_keeps_its_time_and_a_plain_copy_does_not(sh: Sh) -> None:
    sh("cd /sdcard; echo 1 > f; touch -t 202001020304.05 f; mv f g; cp g h")
    assert sh("stat -c %Y /sdcard/g").stdout == "1577934245\n"
    assert sh("stat -c %Y /sdcard/h").stdout != "1577934245\n"


def test_long_listings_show_seconds_when_asked_twice(sh: Sh) -> None:
    sh("echo x > /sdcard/f; touch -t 202001020304.05 /sdcard/f")
    assert sh("ls -ll /sdcard/f").stdout.endswith(" 2020-01-02 03:04:05.000000000 +0000 /sdcard/f\n")
    assert sh("ls -l /sdcard/f").stdout.endswith(" 2020-01-02 03:04 /sdcard/f\n")


def test_bytes_pass_unchanged_through_pipes_and_files(sh: Sh, inner_phone: SimulatedPhone) -> None:
    every = bytes(range(256)) * 300
    inner_phone.phone.files.write("/sdcard/every.bin", every)
    sh("cat /sdcard/every.bin | cat > /sdcard/piped.bin; cp /sdcard/every.bin /sdcard/copied.bin")
    assert inner_phone.phone.files.read("/sdcard/piped.bin") == every
    assert inner_phone.phone.files.read("/sdcard/copied.bin") == every


def test_output_has_no_limit_of_size(inner_phone: SimulatedPhone) -> None:
    inner_phone.phone.files.write("/sdcard/large.bin", bytes(24_000_000))
    seen = 0

    async def count(data: bytes) -> None:
        nonlocal seen
        seen += len(data)

    async def run() -> int:
        streams = Streams(stdin=Nothing(), stdout=Callback(count), stderr=Nothing())
        return await Session(inner_phone.rig, COMMANDS).run("cat /sdcard/large.bin", streams)

    assert loop.run(run()) == 0
    assert seen == 24_000_000


async def _first(session: Session, script: str, stdin: Pipe | Nothing, marker: bytes) -> float:
    """Seconds until the marker was written, by a script whose client then hangs up."""
    arrived = asyncio.Event()
    out = Buffer()

    async def write(data: bytes) -> None:
        await out.write(data)
        if marker in out.data:
            arrived.set()

    started = time.monotonic()
    work = asyncio.ensure_future(session.run(script, Streams(stdin=stdin, stdout=Callback(write), stderr=Nothing())))
    await asyncio.wait_for(arrived.wait(), 20)
    took = time.monotonic() - started
    assert not work.done()
    work.cancel()
    await asyncio.wait({work}, timeout=20)
    assert work.cancelled()
    return took


@pytest.mark.parametrize(
    "script", ["echo now; sleep 600", "(echo now; sleep 600) | cat", "logcat | grep --line-buffered m"]
)
def test_output_comes_while_the_script_runs_and_hanging_up_ends_it(inner_phone: SimulatedPhone, script: str) -> None:
    async def run() -> None:
        if "logcat" in script:
            await Session(inner_phone.rig, COMMANDS).run("log -t mine now", _silent())
        await _first(Session(inner_phone.rig, COMMANDS), script, Nothing(), b"now")

    loop.run(run())


def test_hanging_up_ends_a_busy_loop(inner_phone: SimulatedPhone) -> None:
    async def run() -> None:
        await _first(Session(inner_phone.rig, COMMANDS), "echo now; while true; do :; done", Nothing(), b"now")
        before = time.process_time()
        await asyncio.sleep(0.3)
        assert time.process_time() - before < 0.2

    loop.run(run())


def _silent() -> Streams:
    return Streams(stdin=Nothing(), stdout=Nothing(), stderr=Nothing())


@pytest.mark.parametrize(
    ("script", "typed", "out"),
    [
        ("cat > /sdcard/typed; wc -c < /sdcard/typed", b"12345", "5\n"),
        ("read line; echo got $line; exit 3", b"one\ntwo\n", "got one\n"),
        ('while read l; do echo "<$l>"; done', b"a\nb\n", "<a>\n<b>\n"),
        ("base64 -d", b"aGVsbG8=", "hello"),
        ("sh", b"echo from; echo script", "from\nscript\n"),
        ("sleep 0.01; id > /dev/null; cat", b"late", "late"),
        ("dd of=/sdcard/typed bs=1k 2>/dev/null; cat /sdcard/typed", b"bytes", "bytes"),
    ],
)
def test_the_clients_input_reaches_a_reading_command(
    inner_phone: SimulatedPhone, script: str, typed: bytes, out: str
) -> None:
    async def run() -> str:
        stdin, stdout = Pipe(), Buffer()
        await stdin.write(typed)
        stdin.end()
        await Session(inner_phone.rig, COMMANDS).run(script, Streams(stdin=stdin, stdout=stdout, stderr=Nothing()))
        return stdout.data.decode()

    assert loop.run(run()) == out


@pytest.mark.parametrize(
    "how",
    ["sh /data/local/tmp/asks", "/data/local/tmp/asks", ". /data/local/tmp/asks", "sh -c 'sh /data/local/tmp/asks'"],
)
def test_the_clients_input_reaches_a_reading_script(inner_phone: SimulatedPhone, sh: Sh, how: str) -> None:
    sh("echo 'read name; echo hello $name' > /data/local/tmp/asks; chmod 755 /data/local/tmp/asks")

    async def run() -> str:
        stdin, stdout = Pipe(), Buffer()
        await stdin.write(b"Ines\n")
        stdin.end()
        await Session(inner_phone.rig, COMMANDS).run(how, Streams(stdin=stdin, stdout=stdout, stderr=Nothing()))
        return stdout.data.decode()

    assert loop.run(run()) == "hello Ines\n"


@pytest.mark.parametrize(
    ("script", "typed", "out"),
    [
        ("read name; echo hello $name", b"Ines\n", "hello Ines\n"),
        ("read a; read -r b; echo $b $a", b"one\ntwo\n", "two one\n"),
        ("sh /data/local/tmp/asks", b"Ines\n", "hello Ines\n"),
        ("screenrecord /sdcard/f.mp4 & PID=$!; read ANY; kill -INT $PID; wait; echo over", b"\n", "over\n"),
    ],
)
def test_a_script_that_reads_lines_goes_on_when_it_has_them(
    inner_phone: SimulatedPhone, sh: Sh, script: str, typed: bytes, out: str
) -> None:
    """Clients leave their input open: adbutils ends a recording by a line."""
    sh("echo 'read name; echo hello $name' > /data/local/tmp/asks")

    async def run() -> str:
        stdin, stdout = Pipe(), Buffer()
        await stdin.write(typed)
        streams = Streams(stdin=stdin, stdout=stdout, stderr=Nothing())
        await asyncio.wait_for(Session(inner_phone.rig, COMMANDS).run(script, streams), 20)
        return stdout.data.decode()

    assert loop.run(run()) == out


@pytest.mark.parametrize(
    "script",
    [
        "echo echo done > /sdcard/f; sh /sdcard/f",
        "sh -c 'id'",
        "md5sum /sdcard/f",
        "grep a /sdcard/f; eval true",
        "cat /sdcard/f; nosuch",
        "head -n 1 /sdcard/f",
        "id | grep shell",
    ],
)
def test_a_client_that_types_nothing_holds_nothing_up(inner_phone: SimulatedPhone, script: str) -> None:
    """adb leaves its own input open; a command that does not read it must not wait for its end."""
    inner_phone.phone.files.write("/sdcard/f", b"a\n")

    async def run() -> None:
        streams = Streams(stdin=Pipe(), stdout=Nothing(), stderr=Nothing())
        await asyncio.wait_for(Session(inner_phone.rig, COMMANDS).run(script, streams), 20)

    loop.run(run())


def test_output_is_sent_before_the_command_ends_also_on_a_shared_stream(
    inner_phone: SimulatedPhone,
) -> None:
    """Protocol one has a single stream, and clients follow the log on it."""
    printed = asyncio.Event()

    async def hear(data: bytes) -> None:
        printed.set()

    async def run() -> None:
        streams = Streams(stdin=Nothing(), stdout=Callback(hear), stderr=Callback(hear), merged=True)
        work = asyncio.ensure_future(Session(inner_phone.rig, COMMANDS).run("logcat", streams))
        await asyncio.wait_for(printed.wait(), 20)
        assert not work.done()
        work.cancel()
        await asyncio.wait({work})

    loop.run(run())


def test_a_lasting_shell_keeps_its_variables_until_it_exits(inner_phone: SimulatedPhone) -> None:
    async def run() -> tuple[str, list[bool]]:
        out = Buffer()
        streams = Streams(stdin=Nothing(), stdout=out, stderr=out, merged=True)
        session = Session(inner_phone.rig, COMMANDS)
        ends = []
        for line in ("cd /sdcard; x=1\n", "false\n", "echo $? $x; pwd; nosuch; echo after\n", "exit 7\n"):
            await session.run_line(line, streams)
            ends.append(session.exited)
        assert session.status == 7
        return out.data.decode(), ends

    text, ends = loop.run(run())
    assert text == "1 1\n/sdcard\n/system/bin/sh: nosuch: inaccessible or not found\nafter\n"
    assert ends == [False, False, False, True]


@pytest.mark.parametrize(
    "text",
    [
        "echo 'a",
        'echo "a',
        "echo `a",
        "echo $(a",
        "if a; then",
        "a &&",
        "a |",
        "(a",
        "for x in 1; do",
        "a \\\n",
        "cat <<E\n",
    ],
)
def test_scripts_that_are_cut_short_go_on_in_the_next_line(inner_phone: SimulatedPhone, text: str) -> None:
    assert _unfinished(inner_phone, text)


@pytest.mark.parametrize("text", ["a", ")", "a; ;b", "fi", "cat <<E\nx\nE\n", "cat <<< x", "echo a\\\\"])
def test_whole_scripts_and_nonsense_do_not(inner_phone: SimulatedPhone, text: str) -> None:
    assert not _unfinished(inner_phone, text)


def _unfinished(phone: SimulatedPhone, text: str) -> bool:
    async def ask() -> bool:
        return Session(phone.rig, COMMANDS).unfinished(text)

    return loop.run(ask())


@pytest.mark.parametrize("text", [")", "a; ;b", "fi", "a | | b", "$(" * 200 + "a" + ")" * 200])
def test_nonsense_is_a_syntax_error_and_not_a_crash(sh: Sh, text: str) -> None:
    done = sh(text)
    assert done.code == 1
    assert done.stderr.startswith("/system/bin/sh: ")


def test_every_program_of_the_phone_has_an_implementation(sh: Sh) -> None:
    """A script of /system/bin without an implementation would call itself without end."""
    names = sh("ls /system/bin").stdout.split()
    assert len(names) > 120
    assert sh(f"type {' '.join(names)} > /dev/null").stderr == ""
    assert sh("/system/bin/zcat /nope").code == 1


def test_a_shell_that_is_done_gives_back_all_that_it_took(inner_phone: SimulatedPhone) -> None:
    """Descriptors, memory and the phone's files: a phone answers thousands of commands, and a process has 1024."""

    async def run() -> None:
        for script in ("id", "echo a | cat", "/system/bin/id; nosuch", "echo '"):
            await Session(inner_phone.rig, COMMANDS).run(script, _silent())

    loop.run(run())
    gc.collect()
    before, held = _descriptors(), len(Export._held)
    sessions = []

    async def many() -> None:
        for _ in range(20):
            session = Session(inner_phone.rig, COMMANDS)
            sessions.append(weakref.ref(session))
            await session.run("id; /system/bin/id | cat; echo $(whoami)", _silent())

    loop.run(many())
    gc.collect()
    assert [session() for session in sessions] == [None] * 20
    assert len(Export._held) == held
    assert _descriptors() <= before


def test_a_shell_in_a_reference_cycle_with_its_client_is_freed(inner_phone: SimulatedPhone) -> None:
    """adbd's streams know their shell, and bashkit's callbacks know the streams."""

    class Client:
        def __init__(self) -> None:
            self.session = Session(inner_phone.rig, COMMANDS)

        async def take(self, data: bytes) -> None:
            del data

        async def run(self) -> None:
            out = Callback(self.take)
            await self.session.run("id; nosuch", Streams(stdin=Nothing(), stdout=out, stderr=out))
            await self.session.run_line("id", Streams(stdin=Nothing(), stdout=out, stderr=out))

    clients = []

    async def many() -> None:
        for _ in range(5):
            client = Client()
            clients.append(weakref.ref(client))
            await client.run()

    loop.run(many())
    gc.collect()
    assert [client() for client in clients] == [None] * 5


def _descriptors() -> int:
    """The number of files, pipes and sockets that this process has open, if the system reports it."""
    return sum(1 for number in range(4096) if _is_open(number))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def test_commands_of_a_pipeline_that_begin_at_once_do_not_end_it(
    inner_phone: SimulatedPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop begins one command while the interpreter's threads call others: none may find the context taken."""
    begin = asyncio.ensure_future

    def slowly(task: Coroutine[Any, Any, object]) -> asyncio.Future[object]:
        time.sleep(0.002)
        return begin(task)

    monkeypatch.setattr(asyncio, "ensure_future", slowly)
    for _ in range(20):
        done = loop.run(inner_phone.run_shell("echo a | cat | cat | wc -c"))
        assert (done.stderr, done.stdout.strip()) == ("", "2")
