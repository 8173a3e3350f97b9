"""The six benchmark apps, driven from outside by the stock client, judged by the phone's own storage."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.phone.apps import oracles


def test_contacts(sim_phone: Any) -> None:
    def rows() -> list[dict[str, Any]]:
        query = "SELECT display_name AS name, number FROM contacts c JOIN phones p ON p.contact_id = c.id ORDER BY 1"
        return list(sim_phone.handle.sql("com.android.providers.contacts", "contacts2", query))

    before, oracle = rows(), oracles.Contacts(sim_phone.ui)
    oracle.add("Hana", "Ferreira", "+10662908339")
    assert [r for r in rows() if r not in before] == [{"name": "Hana Ferreira", "number": "+10662908339"}]
    oracle.edit("Hana Ferreira", number="+10662900000")
    assert {"name": "Hana Ferreira", "number": "+10662900000"} in rows()
    oracle.delete("Hana Ferreira")
    assert rows() == before
    assert not oracle.find("Hana Ferreira")


def test_messages(sim_phone: Any) -> None:
    def rows() -> list[tuple[Any, ...]]:
        found = sim_phone.handle.sql(
            "com.android.providers.telephony", "mmssms", "SELECT address, body, type FROM sms ORDER BY _id"
        )
        return [tuple(r.values()) for r in found]

    before, oracle = rows(), oracles.Messages(sim_phone.ui)
    oracle.add("+15550001111", "see you at six")
    assert [r for r in rows() if r not in before] == [("+15550001111", "see you at six", 2)]
    oracle.edit("see you at six", draft="or at sev", final="make it seven")
    assert [r for r in rows() if r not in before][1:] == [("+15550001111", "make it seven", 2)]
    oracle.delete("make it seven")
    assert rows() == before
    assert not oracle.find("make it seven")


def test_markor(sim_phone: Any) -> None:
    folder = "/sdcard/Documents/Markor"

    def files() -> set[str]:
        return {str(f["name"]) for f in sim_phone.handle.list_files(folder)}

    before, oracle = files(), oracles.Markor(sim_phone.ui)
    oracle.add("zebra_plan.txt", "first line\nzweite Zeile, größer")
    assert sim_phone.handle.read_file(f"{folder}/zebra_plan.txt").decode() == "first line\nzweite Zeile, größer"
    oracle.edit("zebra_plan.txt", "all new", new_name="zebra_final.md")
    assert files() - before == {"zebra_final.md"}
    assert sim_phone.handle.read_file(f"{folder}/zebra_final.md") == b"all new"
    oracle.delete("zebra_final.md")
    assert files() == before
    assert not oracle.find("zebra_final.md")


def test_calendar(sim_phone: Any) -> None:
    package = "com.simplemobiletools.calendar.pro"

    def rows() -> list[dict[str, Any]]:
        return list(sim_phone.handle.sql(package, "events.db", "SELECT * FROM events ORDER BY id"))

    before, oracle = rows(), oracles.Calendar(sim_phone.ui)
    oracle.add("Call with Ola", day="20 October 2023", hour=19, minutes=45, description="We will talk.")
    (event,) = (r for r in rows() if r not in before)
    start = int(datetime(2023, 10, 20, 19, tzinfo=UTC).timestamp())
    assert (event["title"], event["description"], event["start_ts"]) == ("Call with Ola", "We will talk.", start)
    assert event["end_ts"] - start == 45 * 60
    oracle.edit("Call with Ola", location="Harbour café")
    assert next(r for r in rows() if r["id"] == event["id"])["location"] == "Harbour café"
    oracle.delete("Call with Ola")
    assert rows() == before
    assert not oracle.find("Call with Ola")


def test_expenses(sim_phone: Any) -> None:
    def rows() -> list[tuple[Any, ...]]:
        query = "SELECT name, amount, category, note FROM expense ORDER BY expense_id"
        return [tuple(r.values()) for r in sim_phone.handle.sql("com.arduia.expense", "accounting.db", query)]

    before, oracle = rows(), oracles.Expenses(sim_phone.ui)
    oracle.add("Ferry to the island", "12.34", "Transportation", "Paid by card")
    assert rows() == [*before, ("Ferry to the island", 1234, 7, "Paid by card")]
    oracle.edit("Ferry to the island", amount="15")
    assert rows() == [*before, ("Ferry to the island", 1500, 7, "Paid by card")]
    oracle.delete("Ferry to the island")
    assert rows() == before
    assert not oracle.find("Ferry to the island")


def test_recipes(sim_phone: Any) -> None:
    def rows() -> list[dict[str, Any]]:
        return list(sim_phone.handle.sql("com.flauschcode.broccoli", "broccoli", "SELECT * FROM recipes ORDER BY 1"))

    before, oracle = rows(), oracles.Recipes(sim_phone.ui)
    fields = {
        "title": "Zwieback soup",
        "description": "Odd but good.",
        "servings": "2 servings",
        "preparation_time": "20 mins",
        "ingredients": "1 l milk\n4 slices",
        "directions": "Boil.\nSoak.",
    }
    oracle.add(fields)
    (recipe,) = (r for r in rows() if r not in before)
    assert {k: recipe["preparationTime" if k == "preparation_time" else k] for k in fields} == fields
    oracle.edit("Zwieback soup", servings="8 servings")
    assert next(r for r in rows() if r not in before)["servings"] == "8 servings"
    oracle.delete("Zwieback soup")
    assert rows() == before
    assert not oracle.find("Zwieback soup")
