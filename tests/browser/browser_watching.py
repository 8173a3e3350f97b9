"""A run on its page: its views, its controls, and its questions."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import MODEL, Serve, Watch, desk_of, held, held_at, until

ASK = 'Ask user "<img src=x onerror=alert(1)> Which day?", record as {day}\nTell user "{day}"\n'
COUNT = "Set {n} to 0\nRepeat 3 times:\n    Calculate {n} + 1, record as {n}\nSet {answer} to {n}\n"
FIND = 'In the "Contacts" app, find whether the list of contacts is shown\nTell user "looked"\n'
# Only the screen shows the recipient: the gate asks about it.
SEND = """Open the "Simple SMS Messenger" app
Tap the item number 1
Type "See you at four" into "Type a message…"
Tap "SMS"
"""
ENDED = ".status.good, .status.plain"


def panel(page: Page, name: str) -> Page:
    """The page with that tab beside the program in front."""
    page.get_by_role("tab", name=name, exact=True).click()
    expect(page.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")
    return page


def test_a_run_at_work_is_visible_at_its_line(watch: Watch) -> None:
    found = watch('Set {n} to 1\nTell user "{n}"\n', held=True)
    page = found.page()
    expect(page.locator(".sheet .now .line")).to_have_text("Set {n} to 1")
    assert found.complaints == []


def test_the_picture_has_full_sharpness_and_a_frozen_picture_stays_until_released(watch: Watch) -> None:
    found = watch('Open the "Contacts" app\nPress home\nTell user "home"\n', sim=True, held=True)
    page = held(found.page())
    page.get_by_role("button", name="Step", exact=True).click()
    picture = page.locator("img.pixels[data-n]")
    picture.wait_for()
    held_at(page, 2)
    shown = found.session.look()
    sharp = """size => {
        const at = document.querySelector('img.pixels');
        return `${at.naturalWidth},${at.naturalHeight}` === size;
    }"""
    page.wait_for_function(sharp, arg=f"{shown.width},{shown.height}")
    page.get_by_role("button", name="Freeze", exact=True).click()
    page.get_by_role("button", name="Unfreeze", exact=True).wait_for()
    before = picture.get_attribute("src")
    page.get_by_role("button", name="Step", exact=True).click()
    held_at(page, 3)
    assert picture.get_attribute("src") == before
    page.get_by_role("button", name="Unfreeze", exact=True).click()
    page.wait_for_function("src => document.querySelector('img.pixels').src !== src", arg=before)
    assert found.complaints == []


def test_the_models_answers_evidence_and_cost_are_beside_the_program(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    found = watch(FIND, sim=True, model=f"scripted:{tmp_path / 'model.toml'}")
    page = found.page()
    page.wait_for_selector(ENDED)
    call = page.locator(".timeline details").first
    call.locator("summary").click()
    expect(call.locator("pre").first).to_contain_text("The list of contacts is in front.")
    expect(call).to_contain_text("Prompt")
    expect(panel(page, "Evidence").locator("#panel tbody tr").first).to_contain_text("Contacts")
    cost = panel(page, "Cost").locator("#panel")
    expect(cost.locator("tr", has_text="model calls")).to_contain_text("1")
    expect(panel(page, "Permissions").locator("#panel h3")).to_have_text(["Manifest", "Permissions"])
    assert found.complaints == []


def test_the_beliefs_of_a_run_have_a_tab_of_their_own(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    found = watch(FIND, sim=True, model=f"scripted:{tmp_path / 'model.toml'}")
    page = found.page()
    page.wait_for_selector(ENDED)
    row = panel(page, "Expectations").locator("#panel tbody tr")
    expect(row).to_have_text(['"Contacts" is in frontassumed'])
    expect(page.locator("#panel th")).to_have_text(["Expectations", "status"])
    assert found.complaints == []


def test_variables_are_seen_as_they_change_and_set_where_the_run_is_held(watch: Watch) -> None:
    found = watch(COUNT, held=True)
    page = panel(held(found.page()), "Variables")
    page.get_by_role("button", name="Step", exact=True).click()
    held_at(page, 2)
    expect(page.locator("#panel td").first).to_contain_text("{n} = 0")
    page.get_by_label("Name").fill("n")
    page.get_by_label("Value").fill("40")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.locator("#panel td").first).to_contain_text("{n} = 40")
    page.get_by_role("button", name="Resume").click()
    result = found.session.wait(60)
    assert result is not None
    assert result.answer == 43
    assert found.complaints == []


def test_a_run_is_paused_gets_a_remark_and_is_cancelled_from_the_page(watch: Watch) -> None:
    found = watch("Repeat 500 times:\n    Wait 1 seconds\n")
    page = found.page()
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.locator(".status.held")).to_contain_text("paused")
    page.get_by_label("Tell the run something").fill("only the first five")
    page.get_by_role("button", name="Tell", exact=True).click()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".status")).to_have_text("running")
    expect(page.locator(".timeline")).to_contain_text("only the first five")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".status")).to_have_text("interrupted")
    assert found.complaints == []


def test_several_runs_are_at_work_and_each_tab_has_its_own(serve: Serve, tmp_path: Path) -> None:
    seen, link = serve(desk_of(tmp_path))
    page = seen.open(link)
    for text in (ASK, 'Ask user "Which week?", record as {week}\n'):
        page.get_by_role("textbox", name="Program").fill(text)
        page.get_by_role("button", name="Run", exact=True).click()
        page.locator(".question").wait_for()
        page.get_by_role("link", name="agentprog studio").click()
    rows = page.locator("section", has_text="At work").locator("li")
    expect(rows).to_contain_text(["needs you", "needs you"])
    other = seen.open(page.url)
    rows.first.get_by_role("link").click()
    expect(page.locator(".question .text")).to_contain_text("Which day?")
    other.locator("section", has_text="At work").locator("li").last.get_by_role("link").click()
    expect(other.locator(".question .text")).to_contain_text("Which week?")
    page.get_by_label("Answer").fill("Monday")
    page.get_by_role("button", name="Send").click()
    page.wait_for_selector(ENDED)
    expect(other.locator(".question .text")).to_contain_text("Which week?")
    assert seen.complaints == []


def test_a_question_answered_in_one_tab_is_gone_in_the_other(watch: Watch) -> None:
    found = watch(ASK)
    one, other = found.page(), found.page()
    other.wait_for_selector(".question")
    one.get_by_label("Answer").fill("Monday")
    one.get_by_role("button", name="Send").click()
    other.wait_for_selector(".question", state="detached")
    until(lambda: found.session.ended)
    assert [answer.value for answer in found.session.questions.answers] == ["Monday"]
    assert found.complaints == []


def test_an_action_approved_in_one_tab_cannot_be_refused_in_the_other(watch: Watch) -> None:
    found = watch(SEND, sim=True)
    one, other = found.page(), found.page()
    for page in (one, other):
        page.locator(".question").wait_for()
    facts = one.locator(".question .facts")
    for fact in ("SMS Messenger", "Otto Castillo", "See you at four", "whom nobody named"):
        expect(facts).to_contain_text(fact)
    one.wait_for_selector("img.pixels[data-n]")
    # This page lags: it gets no news of answers, so its button is still there.
    other.evaluate("""() => {
        const parse = JSON.parse;
        JSON.parse = (text) => { const data = parse(text); delete data.state; return data; };
    }""")
    one.get_by_role("button", name="Once", exact=True).click()
    one.wait_for_selector(".question", state="detached")
    other.get_by_role("button", name="Refuse").click()
    expect(other.locator(".question .bad")).to_contain_text("once")
    until(lambda: found.session.ended)
    assert [answer.value for answer in found.session.questions.answers] == ["once"]
    assert found.session.state()["outcome"] == "verified"
    assert found.complaints == []


def test_a_refused_message_is_not_sent(watch: Watch) -> None:
    found = watch(SEND, sim=True)
    page = found.page()
    page.get_by_role("button", name="Refuse").click()
    expect(page.locator(".status")).to_have_text("infeasible")
    expect(panel(page, "Permissions").locator("#panel")).to_contain_text("refused")
    assert found.complaints == []


def test_a_models_program_is_approved_on_the_page_and_may_be_edited_first(watch: Watch) -> None:
    found = watch(SEND.replace("Tap the item number 1", 'Tap "Otto Castillo"'), sim=True, by_model=True)
    page = found.page()
    expect(page.locator(".pending li")).to_contain_text(["send"])
    page.get_by_role("button", name="Edit the program").click()
    page.get_by_label("Edit the program").fill('Open the "Contacts" app\nTell user "no message"\n')
    page.get_by_role("button", name="Use this program").click()
    page.wait_for_selector(ENDED)
    expect(page.locator(".sheet .line")).to_have_text(['Open the "Contacts" app', 'Tell user "no message"'])
    assert found.complaints == []


def test_a_page_that_is_lost_leaves_its_question_for_the_next(watch: Watch) -> None:
    found = watch(ASK)
    page = found.page()
    page.locator(".question").wait_for()
    page.close()
    again = found.page()
    again.get_by_label("Answer").fill("Friday")
    again.keyboard.press("Enter")
    until(lambda: found.session.ended)
    assert [answer.value for answer in found.session.questions.answers] == ["Friday"]


def test_a_programs_problems_move_no_button_from_under_the_finger(serve: Serve, tmp_path: Path) -> None:
    """A press takes the focus from the text, and so starts its check: the findings appear during the press."""
    seen, link = serve(desk_of(tmp_path))
    page = seen.open(link)
    page.get_by_role("textbox", name="Program").fill("Tap {nothing}\n")
    run = page.get_by_role("button", name="Run", exact=True)
    place = run.bounding_box()
    page.get_by_role("textbox", name="Program").blur()
    page.locator(".problems li").first.wait_for()
    assert run.bounding_box() == place
    assert seen.complaints == []
