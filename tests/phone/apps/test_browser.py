from __future__ import annotations

import json
from typing import Any

import pytest

from agentprog.phone.kernel.storage import open_database
from agentprog.phone.records import Intent
from agentprog.phone.system.agreement import disagreements
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

PACKAGE = "com.android.chrome"
VIEW = "android.intent.action.VIEW"


def rows(phone: SimPhone, path: str, sql: str) -> list[tuple[Any, ...]]:
    with open_database(phone.storage, f"/data/data/{PACKAGE}/{path}", "") as db:
        found = [tuple(row) for row in db.execute(sql)]
    db.close()
    return found


def sent(phone: SimPhone) -> list[tuple[str, str, dict[str, str]]]:
    found = rows(phone, "databases/sites.db", "SELECT method, url, fields FROM submissions")
    return [(method, url, json.loads(fields)) for method, url, fields in found]


def visit(phone: SimPhone, hand: Hand, url: str) -> None:
    phone.activities.start(Intent(action=VIEW, data=url))
    hand.wait(1)


def data(body: str) -> str:
    return "data:text/html," + body.replace("%", "%25").replace("#", "%23")


def test_a_page_is_read_followed_and_left_by_back(phone: SimPhone, hand: Hand) -> None:
    visit(phone, hand, "https://town.example/")
    web = next(n for n in hand.nodes() if n.class_name == "android.webkit.WebView")
    assert web.text == "Millbrook town"
    assert hand.texts("url_bar") == ["town.example"]
    assert hand.sees("Mill Lane")
    hand.tap("opening hours")
    assert hand.texts("url_bar") == ["town.example/hours"]
    assert hand.find("Pool").bounds.right < hand.find("7 to 21").bounds.left + 1
    hand.press("back")
    assert hand.texts("url_bar") == ["town.example"]
    hand.tap(desc="Customize and control Google Chrome")
    hand.tap("Forward")
    assert hand.texts("url_bar") == ["town.example/hours"]
    titles = rows(phone, "app_chrome/Default/History", "SELECT url, title, visit_count FROM urls")
    assert ("https://town.example/hours", "Opening hours", 2) in titles


def test_html_ids_are_resource_ids_without_a_package(phone: SimPhone, hand: Hand) -> None:
    visit(phone, hand, "https://town.example/")
    assert hand.find("town library").resource_id == "to-library"


def test_a_form_is_checked_sent_and_answered(phone: SimPhone, hand: Hand) -> None:
    visit(phone, hand, "https://library.example/")
    hand.tap("A Time of Gifts")
    assert hand.find(id="book", text="A Time of Gifts").hint == ""
    hand.scroll_to("Reserve")
    hand.tap(id="reserve", nth=0) if hand.sees(id="reserve") else hand.tap("Reserve", nth=1)
    assert sent(phone) == []
    hand.swipe(0.5, 0.3, 0.5, 0.9)
    fill(hand, "name", "Ines Grau")
    fill(hand, "email", "ines")
    hand.press("back")
    hand.tap(id="branch")
    hand.tap("Harbour")
    hand.tap("by e-mail")
    hand.tap("Large print, if there is one")
    press_reserve(hand)
    assert sent(phone) == []
    fill(hand, "email", "ines@example.com")
    hand.press("back")
    press_reserve(hand)
    fields = {"book": "A Time of Gifts", "name": "Ines Grau", "email": "ines@example.com", "branch": "Harbour",
              "notify": "mail", "large": "yes", "note": ""}  # fmt: skip
    assert sent(phone) == [("post", "https://library.example/reserved", fields)]
    assert hand.sees("Thank you, Ines Grau")


def fill(hand: Hand, name: str, value: str) -> None:
    node = next(n for n in hand.nodes() if n.resource_id == name)
    hand.phone.touch.tap(*node.bounds.center)
    hand.wait()
    hand.phone.editor.replace(value)
    hand.wait()


def press_reserve(hand: Hand) -> None:
    for _ in range(5):
        found = [n for n in hand.nodes() if n.resource_id == "reserve"]
        if found:
            hand.phone.touch.tap(*found[0].bounds.center)
            hand.wait()
            return
        hand.swipe(0.5, 0.7, 0.5, 0.45, duration=0.8)
    raise AssertionError("no button")


def test_the_enter_key_searches_from_bar_and_form(phone: SimPhone, hand: Hand) -> None:
    hand.open("Chrome")
    hand.tap("Search or type URL")
    phone.editor.commit("choir rehearsal")
    phone.editor.action()
    hand.wait(1)
    hand.tap("Millbrook town")
    assert hand.texts("url_bar") == ["town.example"]
    hand.tap(id="url_bar")
    phone.editor.replace("library.example")
    phone.editor.action()
    hand.wait(1)
    fill(hand, "q", "Walden")
    phone.editor.action()
    hand.wait(1)
    assert hand.texts("url_bar") == ["library.example/results?q=Walden"]
    assert sent(phone)[-1] == ("get", "https://library.example/results", {"q": "Walden"})


def test_a_file_is_opened_from_files_with_a_choice_of_apps(phone: SimPhone, hand: Hand) -> None:
    phone.files.write("/sdcard/Download/task.html", b"<title>Task</title><h1>Do it</h1><button>Go</button>")
    hand.open("Files")
    hand.tap("task.html")
    assert hand.sees("Open with")
    hand.tap("Chrome")
    hand.tap("Just once")
    assert hand.texts("url_bar") == ["file:///storage/emulated/0/Download/task.html"]
    assert hand.sees("Do it")
    button = next(n for n in hand.nodes() if n.class_name == "android.widget.Button" and n.text == "Go")
    assert button.clickable


def test_always_is_remembered(phone: SimPhone, hand: Hand) -> None:
    phone.files.write("/sdcard/Download/a.html", b"<h1>One</h1>")
    hand.open("Files")
    hand.tap("a.html")
    hand.tap("Chrome")
    hand.tap("Always")
    hand.press("home")
    hand.open("Files")
    hand.tap("a.html")
    assert hand.sees("One")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://nowhere.example/", "ERR_NAME_NOT_RESOLVED"),
        ("https://town.example/nothing", "Page not found"),
        ("file:///sdcard/none.html", "ERR_FILE_NOT_FOUND"),
    ],
)
def test_a_page_that_cannot_be_loaded_shows_the_error(phone: SimPhone, hand: Hand, url: str, words: str) -> None:
    intent = Intent(action=VIEW, data=url, mime_type="text/html", package=PACKAGE)
    phone.activities.start(intent)
    hand.wait(1)
    assert hand.sees(words)


def test_without_a_network_no_page_opens(phone: SimPhone, hand: Hand) -> None:
    phone.settings.put("global", "airplane_mode_on", "1")
    visit(phone, hand, "https://town.example/")
    assert hand.sees("ERR_INTERNET_DISCONNECTED")
    assert rows(phone, "app_chrome/Default/History", "SELECT * FROM urls") == []


@pytest.mark.parametrize(
    "body",
    ["", "<", "<table><tr><td>1", "<p><b>x</p></b>", "plain words", "<select></select>", "<ul>a<li>b", "<!-- c -->",
     "<a href='::::'>bad</a><form><input type=checkbox><input type=zzz></form>", "<pre>a\n  b</pre>\x00"],
)  # fmt: skip
def test_broken_pages_are_shown_as_far_as_they_go(phone: SimPhone, hand: Hand, body: str) -> None:
    visit(phone, hand, data(body))
    assert any(n.class_name == "android.webkit.WebView" for n in hand.nodes())


def test_text_flows_and_wraps_around_its_links(phone: SimPhone, hand: Hand) -> None:
    long = "word " * 40
    visit(phone, hand, data(f"<p>{long}<a href='https://town.example/'>the link</a> and {long}</p>"))
    before, link = hand.find(long.strip() + " "), hand.find("the link")
    assert link.bounds.top > before.bounds.top
    assert link.bounds.right < phone.display.info.width
    hand.tap("the link")
    assert hand.texts("url_bar") == ["town.example"]


def test_an_anchor_scrolls_and_a_checkbox_ticks(phone: SimPhone, hand: Hand) -> None:
    filler = "<p>line</p>" * 60
    page = data(f"<a href='#end'>down</a>{filler}<h2 id='end'>The end</h2><label><input type=checkbox> yes</label>")
    visit(phone, hand, page)
    assert not hand.sees("The end")
    hand.tap("down")
    assert hand.sees("The end")
    hand.tap("yes")
    assert hand.find("yes").checked


def test_tabs_and_history(phone: SimPhone, hand: Hand) -> None:
    visit(phone, hand, "https://town.example/")
    visit(phone, hand, "https://shop.example/")
    hand.tap(desc="2 open tabs, tap to switch tabs")
    assert hand.texts("tab_title") == ["Millbrook town", "Village shop"]
    hand.tap(desc="Close Village shop tab")
    hand.tap("Millbrook town")
    hand.tap(desc="Customize and control Google Chrome")
    hand.tap("History")
    assert hand.texts("title") == ["Village shop", "Millbrook town"]
    hand.tap(desc="Clear browsing data")
    hand.tap("Clear data")
    assert hand.sees("You’ll find your history here")


def test_a_cleared_browser_welcomes_again(phone: SimPhone, hand: Hand) -> None:
    phone.packages.clear(PACKAGE)
    hand.open("Chrome")
    hand.tap("Use without an account")
    hand.tap("No thanks")
    assert hand.sees("Search or type URL")
    phone.activities.force_stop(PACKAGE)
    hand.open("Chrome")
    assert hand.sees("Search or type URL")


@pytest.mark.parametrize("page", ["town.example/", "town.example/hours", "library.example/reserve?book=Walden"])
def test_tree_touches_and_pixels_of_a_page_agree(phone: SimPhone, hand: Hand, page: str) -> None:
    visit(phone, hand, f"https://{page}")
    assert disagreements(phone) == []
    hand.swipe(0.5, 0.8, 0.5, 0.4)
    assert disagreements(phone) == []
