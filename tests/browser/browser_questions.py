"""The page's question about a selection: its number, its members, their pictures, and the meaning of the answers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Watch, held, until

# Nobody ordered a deletion: the program is approved, and the gate asks about the selection.
DELETE = """Open the "Contacts" app
Long press the item number 1
Tap the item number 2
Tap "Delete"
"""
SEND = """Open the "Simple SMS Messenger" app
Tap the item number 1
Type "See you at four" into "Type a message…"
Tap "SMS"
"""
HASTY = """() => {
  window.pressed = 0;
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(".question button")) { window.pressed += 1; one.click(); }
  }).observe(document.body, { childList: true, subtree: true });
}"""
PAINTED = """() => {
  const all = [...document.querySelectorAll(".thumbnails canvas")];
  return all.length === 2 && all.every((one) => one.width > 40 && one.height > 5);
}"""


def test_a_question_about_a_selection_counts_it_shows_it_and_explains_its_answers(watch: Watch) -> None:
    found = watch(DELETE, sim=True, by_model=True)
    page = found.page()
    page.get_by_role("button", name="Approve").click()
    page.wait_for_selector(".question .thumbnails canvas")
    page.wait_for_function(PAINTED)
    facts = page.locator(".question .facts").first
    expect(facts).to_contain_text("about 2")
    expect(facts).to_contain_text("Deleted things may be gone for good.")
    page.get_by_text("What the answers mean").click()
    expect(page.locator(".question .meaning")).to_contain_text("agentprog asks again about anything else in this step")
    assert page.locator(".question img, .question canvas button").count() == 0
    page.get_by_role("button", name="Refuse").click()
    page.wait_for_selector(".question", state="detached")
    assert [answer.value for answer in found.session.questions.answers][-1] == "no"
    assert found.complaints == []


def test_a_question_that_appears_under_a_finger_is_not_answered_by_it(watch: Watch) -> None:
    found = watch(SEND, sim=True, held=True)
    page = held(found.page())
    page.evaluate(HASTY)
    page.get_by_role("button", name="Resume").click()
    page.locator(".question").wait_for()
    once = page.get_by_role("button", name="Once", exact=True)
    expect(once).to_be_enabled()
    assert page.evaluate("() => window.pressed") >= 3
    assert found.session.questions.answers == ()
    once.click()
    until(lambda: found.session.ended)
    assert [answer.value for answer in found.session.questions.answers] == ["once"]
    assert found.complaints == []
