"""A resumed run has the knowledge of the gate and of the witnesses from before the kill."""

from __future__ import annotations

import pytest

from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.safety.gate import Gate
from agentprog.runtime.safety.interaction import Consent
from tests.runtime.conftest import FakePhone
from tests.runtime.resuming.lives import Killed, deaths, fresh, kill_at, second_life

ERRANDS = """In the "Notes" app, add the note "Bob Ray +1234567"
In the "Chat" app, send "milk" to +1234567
for each {x} in ["bread", "tea"]:
    In the "Chat" app, send {x} to +7654321
"""


def gate_of(lab, text: str, **options) -> tuple:
    """The gate's knowledge at the end of a run."""
    made: list[Gate] = []
    with pytest.MonkeyPatch.context() as patch:
        build = Gate.__init__

        def kept(self, *given) -> None:
            build(self, *given)
            made.append(self)

        patch.setattr(Gate, "__init__", kept)
        lab.run(text, **options)
    gate = made[-1]
    people = gate.known.people
    pairs, pages = list(people._pairs), list(people._pages)
    return gate._granted, gate._once, gate.known.led, gate.known.led_to, pairs, pages


@pytest.mark.parametrize("consent", [Consent.ONCE, Consent.RUN])
def test_a_resumed_gate_has_the_permissions_and_names_of_an_unbroken_run(
    new_lab, tmp_path, monkeypatch, consent: Consent
) -> None:
    """The kill may come at any line, also between two sends."""
    options = {"source": "model", "instruction": "send something to +1234567"}

    def answered(lab):
        monkeypatch.setattr(lab.person, "permit", lambda wanted: lab.person.asked.append(wanted.question) or consent)
        return lab

    calm, whole = answered(new_lab()), fresh(tmp_path)
    known = gate_of(calm, ERRANDS, folder=whole, **options)
    assert len(calm.phone.messages) == 3
    assert known[-2], "the gate saw no name beside a number"
    asked, total = list(calm.person.asked), len(whole.events())
    assert len(asked) >= 1
    for count in range(3, total, 7):
        lab, folder = answered(new_lab()), fresh(tmp_path)
        kill_at(folder, count)
        with pytest.raises(Killed):
            lab.run(ERRANDS, folder=folder, **options)
        folder.close()
        second = answered(new_lab(phone=lab.phone))
        kept = load(RunFolder.open(folder.path), known_apps=("Notes", "Chat"))
        again = gate_of(second, kept.text, folder=kept.folder, journal=kept.journal, **options)
        assert lab.phone.messages == calm.phone.messages, count
        assert again == known, count
        questions = [*lab.person.asked, *(q for q in second.person.asked if "Did it happen" not in q)]
        # The run asks again about an action that it never began.
        assert questions in (asked, *([*asked[: at + 1], *asked[at:]] for at in range(len(asked)))), count


class Witnessed(FakePhone):
    """A phone that lets its notes be read as files, and its messages."""

    @property
    def witness(self):
        return self

    def offers(self, store) -> str:
        return ""

    def read(self, store):
        from agentprog.identity import Kind, Record
        from agentprog.identity.records import file
        from agentprog.ports import Store, Unread

        if store is Store.FILES:
            return tuple(file(f"{name}.md", id=f"/sdcard/{name}.md") for name in self.notes)
        if store is Store.MESSAGES:
            return tuple(
                Record(kind=Kind.MESSAGE, labels=(text,), numbers=(to,), facts={"box": "sent"}, id=str(at))
                for at, (to, text) in enumerate(self.messages)
            )
        return Unread(why="there are none")

    def text_of(self, record):
        return None


WITNESSED = """In the "Notes" app, delete the note "Milk"
In the "Chat" app, send "hello there" to +1234567
"""


def test_a_step_killed_in_the_middle_is_still_proven_by_the_records(new_lab, tmp_path) -> None:
    phone = Witnessed(notes=["Milk", "Tea"], messages=[("+1234567", "before")])
    left = deaths(new_lab, tmp_path, WITNESSED, phone=phone, sealing="a key")
    ends = []
    for phone, path in left[4:]:
        outcome, _ = second_life(new_lab, phone, path, sealing="a key")
        assert phone.notes == ["Tea"]
        ends.append([(proof.proven, proof.witness) for proof in outcome.proofs])
    assert ends == [[(True, "files"), (True, "messages")]] * len(ends)
