"""Connecting and pairing over the network, with the stock adb server and with a scripted one."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.conditions import Condition, of_error
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.wireless import announced, connect, disconnect, pair, read_address
from agentprog.errors import DeviceError, DeviceOffline, DeviceTimeout, DeviceUnauthorized, NoDevice, UsageError
from tests.devices.smart_socket import SmartSocket, block, smart_socket

CODE = "123456"
PHONE = read_address("10.0.0.7:37215")


@pytest.fixture
def scripted() -> Iterator[SmartSocket]:
    with smart_socket() as server:
        yield server


@pytest.fixture
def real(adb_server: Any) -> AdbServer:
    return AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(adb_server.port)})


def server_of(scripted: SmartSocket) -> AdbServer:
    return AdbServer.from_environment(scripted.env)


@pytest.mark.parametrize(
    ("text", "serial"),
    [
        ("192.168.1.7", "192.168.1.7:5555"),
        ("192.168.1.7:37215", "192.168.1.7:37215"),
        (" phone.local ", "phone.local:5555"),
        ("[fe80::1]:5556", "[fe80::1]:5556"),
    ],
)
def test_an_address_is_read_as_adb_reads_it(text: str, serial: str) -> None:
    assert read_address(text).serial == serial


@pytest.mark.parametrize("text", ["", "a b", "host:0", "host:70000", "http://host:5", "fe80::1"])
def test_a_malformed_address_is_reported(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_address(text)
    assert caught.value.hint


def test_pairing_needs_the_port_of_the_dialog() -> None:
    with pytest.raises(UsageError, match="pairing code"):
        read_address("10.0.0.7", default_port=None)


def test_a_pairing_that_succeeds_names_the_phone(scripted: SmartSocket) -> None:
    reply = f"Successfully paired to {PHONE.serial} [guid=adb-R5CT-x1y2]"
    scripted.answers[f"host:pair:{CODE}:{PHONE.serial}"] = b"OKAY" + block(reply)
    assert pair(server_of(scripted), PHONE, "123 456") == "adb-R5CT-x1y2"


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        (b"OKAYFAIL" + block("Failed: Wrong password or connection was dropped."), DeviceUnauthorized, "refused"),
        (b"OKAYFAIL" + block("Failed: Unable to start pairing client."), NoDevice, "no pairing dialog"),
        (b"FAIL" + block("unknown host service"), DeviceError, "cannot pair"),
        (b"OKAY", DeviceError, "broke off"),
    ],
)
def test_a_failed_pairing_names_the_reason(
    scripted: SmartSocket, answer: bytes, kind: type[DeviceError], message: str
) -> None:
    scripted.answers[f"host:pair:{CODE}:{PHONE.serial}"] = answer
    with pytest.raises(kind, match=message) as caught:
        pair(server_of(scripted), PHONE, CODE)
    assert caught.value.hint


def test_a_malformed_pairing_code_is_not_sent(scripted: SmartSocket) -> None:
    with pytest.raises(UsageError, match="six digits"):
        pair(server_of(scripted), PHONE, "12345")
    assert scripted.requests == []


def test_a_server_that_hangs_while_pairing_is_given_up_in_time(scripted: SmartSocket) -> None:
    scripted.silent = True
    with pytest.raises(DeviceTimeout):
        pair(server_of(scripted), PHONE, CODE, timeout=0.3)


def test_the_stock_server_reports_that_nothing_pairs(real: AdbServer) -> None:
    with pytest.raises(NoDevice, match="no pairing dialog") as caught:
        pair(real, read_address("127.0.0.1:1"), CODE)
    assert "Failed" in caught.value.evidence


def test_a_phone_is_attached_and_let_go(sim_phone: Any, real: AdbServer) -> None:
    where = read_address(sim_phone.serial)
    disconnect(real, where)
    with pytest.raises(NoDevice, match="not attached"):
        disconnect(real, where)
    assert connect(real, where).ready
    assert connect(real, where).ready


def test_a_dead_connection_that_adb_still_lists_is_renewed(sim_phone: Any, real: AdbServer) -> None:
    where = read_address(sim_phone.serial)
    sim_phone.server.run("disconnect", sim_phone.serial)
    sim_phone.handle.set_fault("offline")
    with pytest.raises(DeviceOffline) as caught:
        connect(real, where, timeout=3)
    assert of_error(caught.value) is Condition.OFFLINE
    assert caught.value.hint
    sim_phone.handle.clear_fault()
    assert "already connected" in sim_phone.server.connect(sim_phone.serial)
    assert connect(real, where).ready


def test_a_phone_that_asks_first_is_unauthorized(sim_phone: Any, real: AdbServer) -> None:
    sim_phone.handle.set_fault("unauthorized")
    sim_phone.server.run("disconnect", sim_phone.serial)
    try:
        with pytest.raises(DeviceUnauthorized, match="Allow USB debugging") as caught:
            connect(real, read_address(sim_phone.serial))
        assert of_error(caught.value) is Condition.UNAUTHORIZED
    finally:
        sim_phone.handle.clear_fault()
        sim_phone.reconnect()


def test_an_address_without_a_listener_names_the_remedy(real: AdbServer) -> None:
    with pytest.raises(NoDevice, match="Wireless debugging"):
        connect(real, read_address("127.0.0.1:1"))


def test_a_silent_listener_is_given_up_in_time(real: AdbServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        where = read_address(f"127.0.0.1:{listener.getsockname()[1]}")
        threading.Thread(target=listener.accept, daemon=True).start()
        with pytest.raises((NoDevice, DeviceOffline)) as caught:
            connect(real, where, timeout=1.5)
    real.ask(f"host:disconnect:{where.serial}", Deadline(5, "tidying up"))
    assert caught.value.hint


def test_announced_phones_are_read_and_a_server_without_mdns_is_no_error(scripted: SmartSocket) -> None:
    rows = "adb-R5CT-x1\t_adb-tls-connect._tcp\t10.0.0.7:40123\nbroken line\n"
    scripted.answers["host:mdns:services"] = b"OKAY" + block(rows)
    (found,) = announced(server_of(scripted))
    assert (found.name, found.kind, found.address) == ("adb-R5CT-x1", "_adb-tls-connect._tcp", "10.0.0.7:40123")
    del scripted.answers["host:mdns:services"]
    assert announced(server_of(scripted)) == ()
