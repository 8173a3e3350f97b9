"""How the pages look and are used: both themes, both widths, the keyboard alone, names for screen readers, Chinese."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.settings.model import Settings
from agentprog.runtime.journal.folder import RunFolder
from agentprog.studio.server import opened
from tests.browser.conftest import DESKTOP, PHONE, Seen, Watch, desk_of, drawn, held, held_at

ASK = 'Ask user "Which day?", record as {day}\nTell user "{day}"\n'
NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea, a, img, [role]')].filter(one =>
    !(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.innerText?.trim() || one.alt
      || one.closest('label') || one.getAttribute('role') === 'status')).map(one => one.outerHTML)"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def two_runs(tmp_path_factory: pytest.TempPathFactory) -> list[RunFolder]:
    base = tmp_path_factory.mktemp("two")
    settings = Settings(run_dir=base / "runs", sim=True)
    texts = ('Open the "Contacts" app\nTap "Create contact"\nVerify that "Grace" appears\n', 'Open the "Clock" app\n')
    done = [launch(Job(settings=settings, program=Program(text=text))) for text in texts]
    return [RunFolder.open(one.folder) for one in done]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_both_themes_and_widths_and_labels_its_controls(
    browser: Browser, two_runs: list[RunFolder], size: Any, scheme: str
) -> None:
    one, other = two_runs
    seen = Seen(browser, size=size, scheme=scheme)
    with opened(desk_of(one.path.parent.parent)) as link:
        page = seen.open(link)
        for path, there in (
            ("", ".home"),
            (f"runs/{one.name}", ".scrub"),
            (f"compare/{one.name}/{other.name}", ".both .scrub"),
        ):
            page.goto(f"{page.url.split('/runs')[0].split('/compare')[0].rstrip('/')}/{path}")
            page.locator(there).first.wait_for()
            drawn(page)
            assert page.evaluate(WIDER) == 0, path
            assert page.evaluate(NAMELESS) == [], path
            assert page.evaluate("() => scrollY") == 0, path
            assert _light(page) == (scheme == "light")
    assert seen.complaints == []
    seen.context.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_run_at_work_fits_both_themes_and_widths_without_a_complaint(watch: Watch, size: Any, scheme: str) -> None:
    found = watch(ASK, size=size, scheme=scheme)
    page = found.page()
    page.wait_for_selector(".question")
    assert page.evaluate(WIDER) == 0
    assert page.evaluate(NAMELESS) == []
    assert _light(page) == (scheme == "light")
    assert found.complaints == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_line_of_a_long_program_is_beside_its_number_and_breakpoint(watch: Watch, size: Any) -> None:
    long = 'Set {n} to "' + "a text that takes more than the width of a line " * 2 + '"\n'
    found = watch(long * 120 + ASK, held=True, size=size)
    page = held(found.page())
    page.locator(".sheet li").nth(119).wait_for()
    lower = "all => all.filter(li => li.querySelector('.line').offsetTop - li.offsetTop > 6).length"
    assert page.locator(".sheet li").evaluate_all(lower) == 0
    # The width of three digits, their dot and the space behind it, as the browser writes a number beside its line.
    room = """sheet => {
        const number = Object.assign(document.createElement('span'), { textContent: '120. ' });
        number.style.whiteSpace = 'pre';
        sheet.append(number);
        const left = parseFloat(getComputedStyle(sheet).paddingLeft) - number.getBoundingClientRect().width;
        number.remove();
        return left;
    }"""
    assert page.locator(".sheet").evaluate(room) >= 0
    assert page.evaluate(WIDER) == 0
    assert found.complaints == []


def _light(page: Page) -> bool:
    paper = str(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    return sum(int(part) for part in re.findall(r"\d+", paper)[:3]) > 384


def test_a_chosen_theme_stays(watch: Watch) -> None:
    found = watch(ASK)
    page = found.page()
    chosen = page.get_by_label("Theme").evaluate(
        """list => {
            list.value = 'dark';
            list.dispatchEvent(new Event('change', { bubbles: true }));
            return [localStorage.theme, document.documentElement.dataset.theme];
        }"""
    )
    assert chosen == ["dark", "dark"]
    page.reload()
    page.wait_for_selector(".question")
    assert not _light(page)
    assert found.complaints == []


def test_a_run_is_steered_with_the_keyboard_alone(watch: Watch) -> None:
    found = watch(f"Set {{n}} to 1\n{ASK}", held=True)
    page = held(found.page())
    _tab_to(page, "button", "Breakpoint at line 2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Breakpoint at line 2")).to_have_attribute("aria-pressed", "true")
    _tab_to(page, "button", "Resume")
    page.keyboard.press("Enter")
    held_at(page, 2)
    _tab_to(page, "tab", "Timeline")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Variables")).to_be_focused()
    _tab_to(page, "button", "Resume")
    page.keyboard.press("Enter")
    page.wait_for_selector(".question")
    _tab_to(page, "textbox", "Answer")
    page.keyboard.type("Sunday")
    page.keyboard.press("Enter")
    page.wait_for_selector(".question", state="detached")
    assert found.complaints == []


def _tab_to(page: Page, role: Any, name: str) -> None:
    """Press Tab until the element has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True)
    for _ in range(120):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {role} {name!r}")


def test_it_speaks_chinese(watch: Watch) -> None:
    page = watch(ASK).page()
    page.get_by_label("Language").select_option("zh")
    expect(page.get_by_role("alertdialog", name="agentprog 在问你")).to_be_visible()
    expect(page.get_by_role("button", name="接管手机")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "zh"
    english = [one for one in page.locator("button").all_inner_texts() if re.fullmatch(r"[A-Za-z ]+", one.strip())]
    assert english == []


def test_the_phone_fits_a_small_screen(browser: Browser, tmp_path: Path) -> None:
    seen = Seen(browser, size=PHONE)
    desk = desk_of(tmp_path, sim=True)
    with opened(desk) as link:
        page = seen.open(link)
        page.get_by_role("link", name="Open the phone").click()
        page.wait_for_selector(".phone.mine img.pixels[data-n]")
        drawn(page)
        assert page.evaluate(WIDER) == 0
        assert page.evaluate(NAMELESS) == []
        desk.close()
    assert seen.complaints == []
    seen.context.close()
