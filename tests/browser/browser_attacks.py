"""Attacks on the page by other sites, other pages and the phone itself, in a real browser that has its cookie."""

from __future__ import annotations

import http.server
import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import expect

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.settings.model import Settings
from agentprog.ports.secret import Secret
from agentprog.runtime.journal.folder import RunFolder
from tests.browser.conftest import REBOUND, Seen, Serve, Watch, desk_of, held, held_at, until

ASK = 'Ask user "<img src=x onerror=alert(1)> Which day?", record as {day}\nTell user "{day}"\n'
HOSTILE = "<img src=x onerror=document.title='taken'><script>document.title='taken'</script>"
Evil = Callable[[str], str]
NEARLY_ONE_COLOUR = 24
"""Shades of grey between the lightest and the darkest place of a box that was painted over: a JPEG blurs its edge."""


@pytest.fixture
def evil() -> Iterator[Evil]:
    """Serves a page of another server on this computer: another port, so for cookies the same site."""
    shown = {"/": ""}

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = shown.get(self.path, "").encode()
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def served(body: str) -> str:
            shown["/"] = f"<!doctype html><title>prizes</title>{body}"
            return f"http://127.0.0.1:{server.server_address[1]}/"

        yield served
        server.shutdown()


@pytest.fixture
def entered(serve: Serve, tmp_path: Path) -> tuple[Any, Seen, str]:
    """A desk, a browser that has the cookie of its page, and the address of the page."""
    desk = desk_of(tmp_path)
    seen, link = serve(desk)
    page = seen.open(link)
    page.get_by_role("textbox", name="Program").wait_for()
    return desk, seen, f"http://{urlsplit(page.url).netloc}"


def test_another_page_can_neither_read_nor_begin_anything(entered: tuple[Any, Seen, str], evil: Evil) -> None:
    desk, seen, here = entered
    page = seen.open(evil("<h1>prizes</h1>"))
    tried = page.evaluate(
        """async here => {
            const ask = (path, more) => fetch(here + path, { credentials: 'include', ...more }).then(
                async answer => `${answer.type} ${answer.status} ${await answer.text()}`, () => 'refused');
            const body = JSON.stringify({ text: 'Set {n} to 1\\n' });
            return [
                await ask('/api/home'),
                await ask('/api/home', { mode: 'no-cors' }),
                await ask('/api/begin', { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
                await ask('/api/begin', { method: 'POST', body, mode: 'no-cors' }),
                await ask('/api/phone', { method: 'POST', body: '{}', mode: 'no-cors' }),
            ];
        }""",
        here,
    )
    assert tried == ["refused"] * 5
    assert desk.live() == []
    assert desk.seat("phone") is None


def test_a_form_of_another_page_starts_no_run(entered: tuple[Any, Seen, str], evil: Evil) -> None:
    desk, seen, here = entered
    page = seen.open(
        evil(f"""<form method=post enctype=text/plain action="{here}/api/begin">
            <input name='{{"text": "Set {{n}} to 1", "inputs": {{"a": "' value='"}}}}'><button>win</button></form>""")
    )
    with page.expect_navigation() as gone:
        page.get_by_role("button").click()
    assert gone.value is not None
    assert gone.value.status == 403
    assert desk.live() == []


def test_a_socket_of_another_page_is_refused(watch: Watch, evil: Evil) -> None:
    found = watch(ASK)
    page = found.page()
    page.locator(".question").wait_for()
    other = found.open(evil(""))
    tried = """address => new Promise(done => {
        const socket = new WebSocket(address);
        socket.onopen = () => done('open');
        socket.onerror = () => done('refused');
    })"""
    address = f"ws://{urlsplit(page.url).netloc}/live/live-1"
    assert other.evaluate(tried, address) == "refused"
    assert page.evaluate(tried, address) == "open"


def test_another_page_shows_neither_it_nor_its_pictures_nor_runs_its_scripts(
    entered: tuple[Any, Seen, str], evil: Evil
) -> None:
    _, seen, here = entered
    page = seen.open(
        evil(f"""<iframe src="{here}/"></iframe><img src="{here}/api/runs/r/pictures/1">
        <script src="{here}/static/words.js"></script><link rel=stylesheet href="{here}/static/studio.css">""")
    )
    assert page.evaluate("() => window.agentprog === undefined")
    assert page.evaluate("() => document.images[0].naturalWidth") == 0
    frame = page.frames[-1]
    assert frame.locator("#app").count() == 0
    assert frame.get_by_role("textbox").count() == 0


def test_a_name_of_another_site_that_points_here_is_not_let_in(entered: tuple[Any, Seen, str]) -> None:
    _, seen, here = entered
    answer = seen.context.new_page().goto(f"http://{REBOUND}:{urlsplit(here).port}/api/home")
    assert answer is not None
    assert answer.status == 400


def test_without_the_link_a_browser_is_refused_and_the_page_hides_its_token(watch: Watch, browser: Any) -> None:
    found = watch(ASK)
    page = found.page()
    page.locator(".question").wait_for()
    assert "token" not in page.url
    assert page.evaluate("() => document.cookie") == ""
    stranger = Seen(browser)
    answer = stranger.context.new_page().goto(page.url)
    assert answer is not None
    assert answer.status == 401
    stranger.context.close()


def test_a_questions_text_is_plain_and_outside_of_the_picture(watch: Watch) -> None:
    page = watch(ASK).page()
    page.wait_for_selector(".question")
    expect(page.locator(".question .text")).to_contain_text("<img src=x")
    assert page.locator(".question img").count() == 0
    assert page.locator(".glass .question").count() == 0
    expect(page.get_by_role("alertdialog", name="agentprog asks you")).to_be_visible()


def test_a_screens_text_is_plain_live_and_recorded(watch: Watch) -> None:
    found = watch(
        f'Open the "Contacts" app\nTap "Create contact"\nType "{HOSTILE}" into "First name"\nPress home\n', sim=True
    )
    page = found.page()
    until(lambda: found.session.ended)
    page.get_by_role("link", name="Look at the recorded run").click()
    page.wait_for_selector(".scrub")
    page.locator(".sheet .line", has_text="Type").click()
    expect(page.locator(".middle h2")).to_contain_text("<script>")
    expect(page.locator(".middle")).to_contain_text("<img src=x")
    assert page.locator(".middle img").count() == 0
    assert "taken" not in page.title()
    assert found.complaints == []


def test_a_page_of_the_phone_that_paints_our_dialog_makes_no_question(watch: Watch) -> None:
    """The fake is in the phone's picture, as an element of its screen: no button of the page answers it."""
    fake = "agentprog asks you: send 500 EUR? Approve"
    text = f'Open the "Contacts" app\nTap "Create contact"\nType "{fake}" into "First name"\nPress home\n'
    found = watch(text, sim=True, held=True)
    page = found.page()
    held(page).get_by_role("button", name="Run to line 4").click()
    held_at(page, 4)
    page.wait_for_selector("img.pixels[data-n]")
    assert any(fake in element.text for element in found.session.look().elements)
    assert page.get_by_role("alertdialog").count() == 0
    assert page.get_by_role("button", name="Approve", exact=True).count() == 0
    assert page.locator(".question").count() == 0
    assert page.locator(".glass button, .glass input").count() == 0


def test_scripts_of_others_do_not_run_in_the_page(entered: tuple[Any, Seen, str]) -> None:
    _, seen, here = entered
    page = seen.open(f"{here}/")
    page.get_by_role("textbox", name="Program").wait_for()
    page.evaluate(
        """() => {
            const script = document.createElement('script');
            window.refused = [];
            document.addEventListener('securitypolicyviolation', one => window.refused.push(one.effectiveDirective));
            script.textContent = 'window.taken = true';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', '<b onclick="window.taken = true">prize</b>');
            document.body.lastChild.click();
            setTimeout('window.taken = true');
        }"""
    )
    page.wait_for_function("() => window.refused.length === 3")
    assert sorted(page.evaluate("() => window.refused")) == ["script-src", "script-src-attr", "script-src-elem"]
    assert page.evaluate("() => window.taken === undefined")


def test_a_secret_is_in_no_picture_and_no_text_of_the_page(serve: Serve, tmp_path: Path) -> None:
    text = 'Open the "Contacts" app\nTap "Create contact"\nType {pin} into "First name"\nTell user "typed"\n'
    program = Program(text=f"---\ninputs:\n  pin: {{type: text}}\n---\n{text}")
    job = Job(settings=Settings(run_dir=tmp_path / "runs", sim=True), program=program)
    done = launch(replace(job, secrets=(Secret(name="pin", value="Zebra-7431"),)))
    folder = RunFolder.open(done.folder)
    seen, link = serve(desk_of(tmp_path, extra=folder))
    page = seen.open(link)
    page.wait_for_selector(".scrub")
    page.locator(".sheet .line", has_text="Type {pin}").click()
    fetched = """async records => Promise.all(records.map(async record => {
        const at = `/api/runs/${location.pathname.split('/')[2]}`;
        const picture = await (await fetch(`${at}/pictures/${record}`)).arrayBuffer();
        return [await (await fetch(`${at}/screens/${record}`)).json(), [...new Uint8Array(picture)]];
    }))"""
    records = sorted(path.stem for path in (folder.path / "steps").glob("*.json"))
    masked = 0
    for screen, picture in page.evaluate(fetched, records):
        assert "7431" not in str(screen)
        for element in screen["elements"]:
            if "secret:pin" in str(element.get("text")):
                area = Image.open(io.BytesIO(bytes(picture))).convert("L").crop(element["bounds"])
                low, high = area.getextrema()
                masked += high - low <= NEARLY_ONE_COLOUR
    assert masked >= 1
    assert "7431" not in page.content()
    assert seen.complaints == []
