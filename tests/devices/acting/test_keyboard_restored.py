"""The user's keyboard after a run that lent another one was interrupted or killed: real processes, real signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from agentprog.devices import open_device
from agentprog.devices.acting.keyboard import AUTOMATION_KEYBOARD

BORROWER = """
import sys, time
from agentprog.devices import open_device
device = open_device(sys.argv[1])
with device._keyboard.borrowed():
    print("lent", flush=True)
    while True:
        device._transport.shell("true")
"""
CURRENT = "settings get secure default_input_method"


def lent_and(sim_phone: Any, number: signal.Signals) -> None:
    """Have a process lend itself the automation keyboard, and send it the signal in the middle."""
    environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    with subprocess.Popen(
        [sys.executable, "-c", BORROWER, sim_phone.serial],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"lent\n"
            assert sim_phone.shell(CURRENT) == AUTOMATION_KEYBOARD
            process.send_signal(number)
            process.wait(timeout=30)
        finally:
            process.kill()
    assert process.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_an_interrupt_puts_it_back_at_once_and_a_kill_at_the_next_start(sim_phone: Any) -> None:
    before = sim_phone.shell(CURRENT)
    lent_and(sim_phone, signal.SIGINT)
    assert sim_phone.shell(CURRENT) == before
    lent_and(sim_phone, signal.SIGKILL)
    assert sim_phone.shell(CURRENT) == AUTOMATION_KEYBOARD
    open_device(sim_phone.serial, env={"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}).close()
    assert sim_phone.shell(CURRENT) == before
    assert AUTOMATION_KEYBOARD not in sim_phone.shell("ime list -s").split()
