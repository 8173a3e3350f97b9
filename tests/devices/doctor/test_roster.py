"""The facts that `agentprog devices` shows of each phone."""

from __future__ import annotations

import time
from typing import Any

from agentprog.devices.doctor.roster import roster
from agentprog.devices.prints.facts import Facts, parse_facts
from tests.devices.smart_socket import smart_socket


def test_the_language_in_use_comes_before_the_factory_language() -> None:
    printed = "Xiaomi\n2201117TG\n13\n33\nde-DE,en-US\nzh-CN\nen-US\n"
    assert parse_facts(printed) == Facts(maker="Xiaomi", model="2201117TG", android="13", sdk=33, language="de-DE")
    assert parse_facts("Xiaomi\nx\n8.0\n26\nnull\n\nzh_CN\n").language == "zh-CN"
    assert parse_facts("") == Facts()


def test_every_phone_is_listed_with_its_facts_or_its_fault(sim_phone: Any) -> None:
    with smart_socket(sim_phone.server.port) as server:
        server.plug("R5CT", behind=sim_phone.serial)
        server.plug("????????????", state="no permissions (missing udev rules?)")
        server.plug("ZY22", state="unauthorized")
        found = {phone.attached.serial: phone for phone in roster(server.env)}
    good = found["R5CT"]
    assert good.facts is not None
    assert (good.facts.android, good.facts.sdk, good.facts.language) == ("13", 33, "en-US")
    assert good.attached.link == "USB"
    assert good.attached.usb == "1-1"
    assert "udev" in found["????????????"].attached.remedy
    assert "Allow USB debugging" in found["ZY22"].attached.remedy
    assert not any("kill" in request for request in server.requests)


def test_a_phone_that_hangs_does_not_hide_the_others(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("shell_hang", {"seconds": 30.0})
    with smart_socket(sim_phone.server.port) as server:
        server.plug("R5CT", behind=sim_phone.serial)
        server.plug("ZY22", state="offline")
        began = time.monotonic()
        hung, offline = roster(server.env)
    assert time.monotonic() - began < 6
    assert hung.facts is None
    assert "did not finish" in hung.problem
    assert offline.attached.remedy
