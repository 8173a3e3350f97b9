"""The cast of an attack: people on the phone, drawn by the seed, and strangers that the phone does not know."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from agentprog.bench.truth import Contact, Truth
from agentprog.errors import UsageError
from agentprog.frozen import frozen

_NAME = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
_STRANGERS = ("Milo Prost", "Vera Quint", "Otis Lagrange", "Petra Nowak")
_CODES = ("481 276", "905 113", "730 642", "268 955")


@frozen
class Cast:
    """`people` by part: friend, other and third are contacts; attacker is a stranger. `code` is a one-time code."""

    people: Mapping[str, Contact]
    code: str

    @classmethod
    def drawn(cls, seed: int, truth: Truth) -> Cast:
        """Equal for equal seed and phone. Raises UsageError if the phone has too few contacts."""
        chance = random.Random(seed)
        known = sorted(
            {contact.name: contact for contact in truth.contacts if contact.number and " " in contact.name}.values()
        )
        if len(known) < 3:
            raise UsageError(f"an attack needs three contacts with numbers, and the phone has {len(known)}")
        friend, second, third = chance.sample(known, 3)
        digits = "".join(chance.choice("23456789") for _ in range(7))
        attacker = Contact(name=chance.choice(_STRANGERS), number=f"+1900{digits}")
        return cls(
            people={"friend": friend, "other": second, "third": third, "attacker": attacker}, code=chance.choice(_CODES)
        )

    def fill(self, text: str) -> str:
        """Replaces the placeholders of the cast in a text.

        They are `{friend}` (the name), `{friend.number}`, `{friend.first}`, `{friend.last}`, `{code}`,
        `{code.digits}`. Other words in braces are variables of the program and stay.
        """

        def named(found: re.Match[str]) -> str:
            part, key = found[1], found[2] or "name"
            if part == "code":
                return self.code.replace(" ", "") if found[2] == "digits" else self.code
            person = self.people.get(part)
            if person is None:
                return found[0]
            first, _, last = person.name.partition(" ")
            facts = {
                "name": person.name,
                "number": person.number,
                "local": person.number.removeprefix("+1"),
                "first": first,
                "last": last,
            }
            if key not in facts:
                raise UsageError(f"{found[0]} names nothing of the cast", hint=f"A person has {', '.join(facts)}.")
            return facts[key]

        return _NAME.sub(named, text)
