"""adbd becomes root if the build allows it, with the restart that stock clients wait for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SimPhone, wait_until

CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"
CALL_LOG = "content query --uri content://call_log/calls"


@pytest.fixture
def rooted(sim_phone: SimPhone) -> SimPhone:
    """A phone whose adbd runs as root; the next test's reset ends that."""
    done = sim_phone.adb("root")
    assert (done.returncode, done.stdout) == (0, b"restarting adbd as root\n")
    sim_phone.adb("wait-for-device")
    return sim_phone


def test_root_and_unroot_answer_as_stock_adb_expects(sim_phone: SimPhone) -> None:
    printed = []
    for word in ("unroot", "root", "root", "unroot"):
        printed.append(sim_phone.adb(word).stdout.decode().strip())
        sim_phone.adb("wait-for-device")
        printed.append(sim_phone.shell("whoami"))
    assert printed == [
        "adbd not running as root", "shell",
        "restarting adbd as root", "root",
        "adbd is already running as root", "root",
        "restarting adbd as non root", "shell",
    ]  # fmt: skip


def test_adbutils_becomes_root(sim_phone: SimPhone) -> None:
    """It does not wait for the restart, so its user must wait."""
    assert "restarting adbd as root" in sim_phone.device.root()
    assert wait_until(lambda: sim_phone.adb("shell", "id -u").stdout == b"0\n")
    assert sim_phone.device.shell("id -u") == "0"


def test_root_reads_and_writes_the_data_of_apps(rooted: SimPhone, tmp_path: Path) -> None:
    assert "contacts2.db" in rooted.shell(f"ls {CONTACTS.rpartition('/')[0]}")
    local = tmp_path / "contacts2.db"
    assert rooted.adb("pull", CONTACTS, str(local)).returncode == 0
    with closing(sqlite3.connect(local)) as db, db:
        db.execute("INSERT INTO contacts (display_name) VALUES ('Pushed Back')")
    assert rooted.adb("push", str(local), CONTACTS).returncode == 0
    names = rooted.shell("content query --uri content://com.android.contacts/contacts --projection display_name")
    assert "display_name=Pushed Back" in names
    assert rooted.shell("touch /system/x 2>&1") != ""


def test_root_asks_providers_that_refuse_the_shell(rooted: SimPhone) -> None:
    row = "--bind number:s:+15550100 --bind type:i:2 --bind date:l:1"
    rooted.shell(f"content insert --uri content://call_log/calls {row}")
    assert rooted.shell(f"{CALL_LOG} --projection number:type") == "Row: 0 number=+15550100, type=2"


def test_root_sets_the_clock(rooted: SimPhone) -> None:
    rooted.shell("date 0102030424.05")
    assert rooted.shell("date +%Y-%m-%dT%H:%M:%S") == "2024-01-02T03:04:05"
    rooted.shell("date @1697384040")
    assert rooted.shell("date -u +%s") == "1697384040"
    assert rooted.shell("date 99999999") == ""


def test_a_command_alone_runs_as_root(sim_phone: SimPhone) -> None:
    assert sim_phone.shell("su 0 whoami; su root id -u; whoami") == "root\n0\nshell"
    assert sim_phone.shell(f"su 0 sh -c 'ls {CONTACTS} && echo seen'").endswith("seen")
    assert sim_phone.shell("echo whoami | su; su 0 su 2000 whoami") == "root\nshell"
    assert sim_phone.adb("shell", "su 0 false").returncode == 1
    assert b"invalid uid/gid 'nobody'" in sim_phone.adb("shell", "su nobody id").stderr


def test_a_phone_as_sold_refuses_root(tmp_path: Path) -> None:
    from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone

    for root, expected in ((False, "0"), (True, "1")):
        sim = SimulatedPhone(PhoneOptions(storage=tmp_path / str(root), profile="pixel-15", root=root))
        assert sim.phone.props.get("ro.debuggable") == expected
        assert sim.rig.debuggable is root
        assert (":userdebug/" in (sim.phone.props.get("ro.build.fingerprint") or "")) is root
        sim.phone.close()


def test_sqlite3_answers_whoever_may_open_the_file(rooted: SimPhone) -> None:
    def sql(words: str) -> str:
        return rooted.shell(f"sqlite3 {words} 2>&1")

    assert sql(f"{CONTACTS} \"INSERT INTO contacts (display_name) VALUES ('A;B'); SELECT changes()\"") == "1"
    assert sql(f"-header -separator ', ' {CONTACTS} \"SELECT 1 AS a, NULL AS b\"") == "a, b\n1, "
    assert "contacts" in sql(f"{CONTACTS} .tables").split()
    assert sql(f"{CONTACTS} .schema").startswith("CREATE TABLE contacts (")
    assert sql(f"{CONTACTS} 'SELECT nosuch'").startswith("Error: in prepare, no such column: nosuch")
    assert rooted.shell(f"echo 'SELECT count(*) FROM contacts;' | sqlite3 {CONTACTS}").isdigit()
    assert sql("/system/no.db 'SELECT 1'").startswith('Error: unable to open database "/system/no.db"')


@pytest.mark.parametrize(
    "statement",
    [
        "ATTACH '{}' AS other",
        "VACUUM INTO '{}'",
        "PRAGMA temp_store_directory = '{}'",
        "SELECT load_extension('{}')",
        "SELECT writefile('{}', 'x')",
    ],
)
def test_sqlite3_reaches_no_file_of_the_computer(rooted: SimPhone, tmp_path: Path, statement: str) -> None:
    target = tmp_path / "host.db"
    printed = rooted.shell(f'sqlite3 {CONTACTS} "{statement.format(target)}" 2>&1')
    assert printed.startswith("Error:")
    assert not target.exists()


def test_the_shell_may_not_open_the_databases_of_apps(sim_phone: SimPhone) -> None:
    done = sim_phone.adb("shell", f"sqlite3 {CONTACTS} 'SELECT 1'")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"unable to open database file" in done.stderr


def test_adb_shell_lists_pulls_and_pushes(sim_phone: Any, tmp_path: Path) -> None:
    """A third client; it waits for the phone's CLSE after it has sent its own."""
    from adb_shell.adb_device import AdbDeviceTcp

    host, _, port = sim_phone.serial.partition(":")
    device = AdbDeviceTcp(host, int(port), default_transport_timeout_s=5.0)
    assert device.connect(rsa_keys=[], auth_timeout_s=1.0)
    try:
        assert device.shell("echo hi") == "hi\n"
        (tmp_path / "a.txt").write_bytes(b"some bytes")
        device.push(str(tmp_path / "a.txt"), "/sdcard/Download/a.txt")
        assert {bytes(entry.filename) for entry in device.list("/sdcard/Download")} >= {b"a.txt"}
        device.pull("/sdcard/Download/a.txt", str(tmp_path / "b.txt"))
        assert (tmp_path / "b.txt").read_bytes() == b"some bytes"
        assert device.stat("/sdcard/Download/a.txt")[1] == 10
        device.root()
        assert wait_until(lambda: sim_phone.adb("shell", "id -u").stdout == b"0\n")
    finally:
        device.close()
