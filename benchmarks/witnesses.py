"""What it costs to read a phone's own records: each store of a simulated phone, and messages by the thousand.

    python benchmarks/witnesses.py [--messages 10000]

Prints seconds for each store, read anew (one reading before a step and one after it), then the time with so many
messages, of which one in a thousand looks like another row, and with a shell that hangs. Exit status 1 when a reading
takes longer than its bound (`devices/witness/reader.py`).
"""

from __future__ import annotations

import argparse
import time

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.devices import open_device
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import Transport
from agentprog.devices.witness import PhoneWitness
from agentprog.devices.witness.reader import BOUND
from agentprog.identity import Kind, Record
from agentprog.identity.records import contact
from agentprog.phone.client import PhoneHandle, start_phone
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.judging import judge_stores

_MESSAGES = """INSERT INTO sms (thread_id, address, date, date_sent, read, seen, type, body)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
  SELECT 1, '+1555' || (1000000 + i), 1700000000000 + i, 0, 1, 1, 1,
         'message ' || i || CASE WHEN i % 1000 THEN '' ELSE ', body=' END FROM n"""
_SLACK = 1.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000)
    wanted = parser.parse_args()
    with private_adb_server() as port, start_phone(lifetime="command") as phone:
        env = {"ANDROID_ADB_SERVER_PORT": str(port)}
        open_device(phone.serial, env=env, ocr=False).close()
        transport = Transport(AdbServer.from_environment(env), phone.serial, timeout=20.0)
        longest = max(_timed(PhoneWitness(transport), store) for store in Store)
        longest = max(longest, _many(phone, transport, wanted.messages))
        _judged(wanted.messages)
        phone.set_fault("shell_hang")
        longest = max(longest, _timed(PhoneWitness(transport), Store.MESSAGES, "a shell that hangs"))
    print(f"bound {BOUND:g} s, longest {longest:.2f} s")
    return int(longest > BOUND + _SLACK)


def _many(phone: PhoneHandle, transport: Transport, count: int) -> float:
    statements = [(_MESSAGES, [count])]
    phone.write_sql("com.android.providers.telephony", "mmssms.db", statements)
    return _timed(PhoneWitness(transport), Store.MESSAGES, f"{count} messages more")


def _judged(count: int) -> None:
    """Processor time of what is made of so many messages and 300 people."""
    people = tuple(contact(f"Person No{at}", f"+1555{1_000_000 + at}", id=str(at)) for at in range(300))
    messages = tuple(
        Record(kind=Kind.MESSAGE, labels=(f"message {at}",), numbers=(f"+1555{1_000_000 + at % 400}",), id=str(at))
        for at in range(count)
    )
    step = 'Delete the message "message 77"'
    before = {Store.MESSAGES: messages, Store.CONTACTS: people}
    after = {Store.MESSAGES: messages[:77] + messages[78:], Store.CONTACTS: people}
    intent = intent_of(step, goal=step, values=("message 77",))
    began = time.process_time()
    found = judge_stores(Case(intent=intent, before=before, after=after))
    verdict = "nothing" if found is None else found.verdict.value
    print(f"{'one of them deleted':24} {time.process_time() - began:6.2f} s of processor time, {verdict}")


def _timed(witness: PhoneWitness, store: Store, what: str = "") -> float:
    began = time.monotonic()
    found = witness.read(store)
    took = time.monotonic() - began
    told = found.why if isinstance(found, Unread) else f"{len(found)} rows"
    print(f"{what or store.value:24} {took:6.2f} s  {told}")
    return took


if __name__ == "__main__":
    raise SystemExit(main())
