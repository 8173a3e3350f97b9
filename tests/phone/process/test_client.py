"""Starting, finding, directing and stopping phones; nothing is left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.errors import ConfigError, PhoneError
from agentprog.phone import client
from agentprog.phone.client import PhoneHandle, find_phone, list_phones, start_phone, start_phones, stop_phone
from agentprog.phone.process.registry import entries_dir, process_exists
from tests.conftest import wait_until

CONTACTS = "com.android.providers.contacts"


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneHandle]:
    """One phone for the tests that only ask it, in a folder of its own: other tests count the phones of theirs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("shared")))
        started = start_phone(lifetime="command")
    yield started
    started.stop()


def test_a_phone_that_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match="needs bashkit and font_roboto") as refused:
        start_phone()
    assert 'pip install "agentprog[sim]"' in (refused.value.hint or "")


def test_a_phone_runs_until_it_is_stopped(tmp_path: Path) -> None:
    phone = start_phone()
    assert [found.serial for found in list_phones()] == [phone.serial]
    assert find_phone(phone.serial) == phone
    assert oct((entries_dir() / f"{phone.record.port}.json").stat().st_mode)[-3:] == "600"
    stop_phone(phone.serial)
    assert list_phones() == []
    assert not process_exists(phone.pid)
    assert not Path(phone.record.storage).exists()
    with pytest.raises(PhoneError, match="no simulated phone"):
        stop_phone(phone.serial)
    phone.stop()


@pytest.mark.slow
def test_forked_phones_are_separate(tmp_path: Path) -> None:
    one, two, three = start_phones(3, lifetime="command")
    assert [found.serial for found in list_phones()] == sorted(
        (phone.serial for phone in (one, two, three)), key=[p.serial for p in list_phones()].index
    )
    one.write_file("/sdcard/x", b"one")
    with pytest.raises(PhoneError, match="No such file"):
        two.read_file("/sdcard/x")
    roots = {phone.record.storage for phone in (one, two, three)}
    assert len(roots) == 3
    os.kill(two.pid, signal.SIGKILL)
    assert wait_until(lambda: not process_exists(two.pid))
    assert one.shell("echo alive")[1] == "alive\n"
    one.stop()
    assert three.shell("echo alive")[1] == "alive\n"
    three.stop()
    assert list_phones() == []
    with pytest.raises(PhoneError, match="no device profile 'nokia'"):
        start_phones(2, profile="nokia")


@pytest.mark.slow
def test_several_phones_run_beside_each_other_each_with_its_own_state() -> None:
    with start_phone(seed=1) as one, start_phone(seed=2) as two:
        assert {phone.serial for phone in list_phones()} == {one.serial, two.serial}
        one.write_file("/sdcard/x", b"one")
        with pytest.raises(PhoneError, match="No such file"):
            two.read_file("/sdcard/x")
        names = [phone.sql(CONTACTS, "contacts2", "select display_name from contacts") for phone in (one, two)]
        assert names[0] != names[1]
        assert one.shell("getprop ro.serialno") != two.shell("getprop ro.serialno")
    assert list_phones() == []


def test_the_same_seed_is_the_same_phone() -> None:
    query = "select display_name from contacts order by 1"
    with start_phone(seed=5) as one, start_phone(seed=5) as two:
        assert one.sql(CONTACTS, "contacts2", query) == two.sql(CONTACTS, "contacts2", query) != []


@pytest.mark.slow
def test_a_phone_that_cannot_start_names_the_reason(tmp_path: Path) -> None:
    with pytest.raises(PhoneError, match="no device profile 'nokia'"):
        start_phone(profile="nokia")
    with pytest.raises(PhoneError, match="no latency profile 'lunar'"):
        start_phone(latency="lunar")
    with pytest.raises(PhoneError, match="image"):
        start_phone(image="nothing")
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(PhoneError, match="address already in use"):
        start_phone(port=taken.getsockname()[1])
    assert list_phones() == []


@pytest.mark.slow
def test_a_killed_phone_is_cleaned_from_the_list() -> None:
    phone = start_phone()
    os.kill(phone.pid, signal.SIGKILL)
    assert phone.process is not None
    phone.process.wait()
    assert list_phones() == []
    assert list(entries_dir().glob("*.json")) == []
    with pytest.raises(PhoneError, match="has ended"):
        phone.state()
    phone.stop()
    assert Path(phone.record.storage).exists()
    with start_phone():
        assert not Path(phone.record.storage).exists()


def test_a_phone_of_a_command_ends_with_its_parent() -> None:
    code = (
        "from agentprog.phone.client import start_phone\n"
        "import os, sys\n"
        "phone = start_phone(lifetime='command')\n"
        "print(phone.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdin is not None
    pid = int(parent.stdout.readline())
    assert process_exists(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    parent.stdin.close()
    assert wait_until(lambda: not process_exists(pid))
    assert list_phones() == []


@pytest.mark.slow
def test_a_phone_without_an_owner_outlives_its_starter() -> None:
    code = "from agentprog.phone.client import start_phone; print(start_phone().serial)"
    serial = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    phone = find_phone(serial)
    assert phone is not None
    assert phone.state()["awake"] is True
    phone.stop()
    assert wait_until(lambda: not process_exists(phone.pid))


@pytest.mark.slow
def test_a_storage_of_ones_own_is_booted_again_as_it_was_left(tmp_path: Path) -> None:
    root = tmp_path / "phone"
    with start_phone(storage=root) as phone:
        phone.write_file("/sdcard/Documents/kept.txt", b"kept")
        phone.call("setting", namespace="system", key="my_key", value="my value")
        phone.advance(3600)
        before = str(phone.state()["time"])
    with start_phone(storage=root) as phone:
        assert phone.read_file("/sdcard/Documents/kept.txt") == b"kept"
        assert phone.call("setting", namespace="system", key="my_key") == "my value"
        assert str(phone.state()["time"]) >= before


def test_admin_refuses_strangers_and_nonsense(phone: PhoneHandle) -> None:
    with socket.create_connection(("127.0.0.1", phone.record.admin_port), timeout=5) as link:
        link.sendall(b'{"call": "state"}\n')
        assert b"wrong token" in link.recv(1000)
        link.sendall(b"nonsense\n")
        assert b"not JSON" in link.recv(1000)
    with pytest.raises(PhoneError, match="there is no call 'dance'"):
        phone.call("dance")
    with pytest.raises(PhoneError, match="must be a text"):
        phone.call("read_file")
    with pytest.raises(PhoneError, match="did you mean 'u2_hang'"):
        phone.set_fault("u2_hung")


def test_databases_are_read_and_never_written(phone: PhoneHandle) -> None:
    rows = phone.sql(CONTACTS, "contacts2", "select count(*) as n from contacts where ? = 0", [0])
    assert int(str(rows[0]["n"])) > 0
    with pytest.raises(PhoneError, match="readonly"):
        phone.sql(CONTACTS, "contacts2", "delete from contacts")
    with pytest.raises(PhoneError, match="no such table"):
        phone.sql(CONTACTS, "contacts2", "select * from nowhere")
    with pytest.raises(PhoneError, match="has no database 'none'"):
        phone.sql(CONTACTS, "none", "select 1")


def test_snapshots_bring_back_the_earlier_files(phone: PhoneHandle) -> None:
    phone.write_file("/sdcard/a", b"1")
    phone.snapshot("one")
    phone.write_file("/sdcard/a", b"2")
    phone.restore("one")
    assert phone.read_file("/sdcard/a") == b"1"
    with pytest.raises(PhoneError, match="there is no snapshot 'two'; there are: one"):
        phone.restore("two")
    phone.set_fault("u2_hang")
    phone.reset()
    assert phone.faults() == []
    with pytest.raises(PhoneError, match="No such file"):
        phone.read_file("/sdcard/a")


@pytest.mark.slow
def test_time_passes_at_the_set_speed_and_jumps() -> None:
    with start_phone(speed=50.0) as phone:
        first = float(str(phone.state()["uptime"]))
        time.sleep(0.2)
        assert float(str(phone.state()["uptime"])) - first > 5
        phone.advance(3600)
        assert float(str(phone.state()["uptime"])) - first > 3600


@pytest.mark.slow
def test_latency_follows_the_profile(tmp_path: Path) -> None:
    with start_phone(latency="pixel") as slow, start_phone(latency="zero") as fast:
        assert slow.record.latency == "pixel"
        spent = {}
        for phone in (slow, fast):
            started = time.monotonic()
            for _ in range(3):
                phone.shell("input swipe 500 1000 500 500 200")
            spent[phone.serial] = time.monotonic() - started
        assert spent[slow.serial] > 0.6  # three swipes of 200 ms each
        assert spent[fast.serial] < spent[slow.serial]


def test_a_test_bed_writes_all_or_nothing_under_a_stopped_app() -> None:
    with start_phone(image="empty", lifetime="command") as phone:
        insert = "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES (?,?,3,'',0,0)"
        phone.start_app("com.arduia.expense")
        phone.write_sql("com.arduia.expense", "accounting.db", [(insert, ["Rye bread", 350]), (insert, ["Figs", 420])])
        query = "SELECT name, amount FROM expense ORDER BY expense_id"
        stored = phone.sql("com.arduia.expense", "accounting.db", query)
        assert stored == [{"name": "Rye bread", "amount": 350}, {"name": "Figs", "amount": 420}]
        with pytest.raises(PhoneError, match="SQLite"):
            phone.write_sql("com.arduia.expense", "accounting.db", [("DELETE FROM expense", []), ("nonsense", [])])
        assert phone.sql("com.arduia.expense", "accounting.db", query) == stored


@pytest.mark.slow
def test_the_phone_of_a_run_is_listed_as_private() -> None:
    with start_phone(image="empty", lifetime="run") as phone, start_phone(image="empty", lifetime="command") as other:
        assert {phone.serial: phone.private for phone in list_phones()} == {phone.serial: True, other.serial: False}
