"""Only the browser that opened the link gets in, from its own page. Every other request is refused."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from agentprog.studio.guard import Guard
from tests.studio.conftest import HERE, ORIGIN, PORT, Begin

COUNT = "Set {n} to 1\n"


def test_the_link_is_exchanged_for_a_cookie_that_no_script_and_no_other_site_has(
    outsider: TestClient, guard: Guard
) -> None:
    answer = outsider.get("/enter", params={"token": guard.token, "to": "/runs/live-1"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/runs/live-1")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"agentprog_studio_{PORT}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert guard.token not in cookie
    assert outsider.get("/").status_code == 200


@pytest.mark.parametrize(
    "to", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "/a\r\nb: c"]
)
def test_the_link_leads_only_to_pages_of_the_studio(outsider: TestClient, guard: Guard, to: str) -> None:
    answer = outsider.get("/enter", params={"token": guard.token, "to": to}, follow_redirects=False)
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize(
    "path", ["/", "/runs/r", "/static/studio.js", "/api/home", "/api/runs/r", "/api/runs/r/pictures/0001"]
)
def test_without_the_cookie_nothing_is_given_out(outsider: TestClient, path: str) -> None:
    assert outsider.get(path).status_code == 401
    assert outsider.get("/enter", params={"token": "guessed"}).status_code == 401
    assert outsider.get(path, headers={"cookie": f"agentprog_studio_{PORT}=guessed"}).status_code == 401


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""])
def test_a_name_of_another_site_that_points_here_is_refused(browser: TestClient, host: str) -> None:
    assert browser.get("/api/home", headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": f"http://localhost:{PORT}"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": f"{HERE}.evil.example"},
        {"origin": HERE, "sec-fetch-site": "cross-site"},
        {"origin": HERE, "sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/api/begin", "/api/check", "/api/phone"])
def test_a_request_of_another_site_with_the_cookie_is_refused(
    browser: TestClient, path: str, headers: dict[str, str]
) -> None:
    assert browser.post(path, json={"text": COUNT}, headers=headers).status_code == 403


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "http://evil.example"}])
def test_a_page_embedded_by_another_site_is_refused(browser: TestClient, headers: dict[str, str]) -> None:
    assert browser.get("/api/home", headers=headers).status_code == 403


def upgrade(client: TestClient, path: str, headers: dict[str, str]) -> Any:
    with client.websocket_connect(f"ws://127.0.0.1:{PORT}{path}", headers=headers) as socket:
        return socket.receive_json()


@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_an_upgrade_from_another_site_is_refused(browser: TestClient, begin: Begin, headers: dict[str, str]) -> None:
    seat = begin(COUNT, held=True)
    with pytest.raises(WebSocketDisconnect):
        upgrade(browser, f"/live/{seat.name}", headers)
    assert upgrade(browser, f"/live/{seat.name}", ORIGIN)


def test_an_upgrade_needs_the_cookie_and_the_right_name(outsider: TestClient, guard: Guard, begin: Begin) -> None:
    seat = begin(COUNT, held=True)
    with pytest.raises(WebSocketDisconnect):
        upgrade(outsider, f"/live/{seat.name}", ORIGIN)
    outsider.get("/enter", params={"token": guard.token})
    host = {"host": f"evil.example:{PORT}", "origin": f"http://evil.example:{PORT}"}
    with pytest.raises(WebSocketDisconnect):
        upgrade(outsider, f"/live/{seat.name}", host)


def test_a_request_that_is_no_json_starts_no_run(browser: TestClient) -> None:
    answer = browser.post("/api/begin", content='{"text": "Stop"}', headers={**ORIGIN, "content-type": "text/plain"})
    assert answer.status_code == 400


def test_the_page_runs_its_own_scripts_alone_and_in_no_frame(browser: TestClient) -> None:
    for path in ("/", "/static/studio.js", "/api/home"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert not [name for name in headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2fguard.py",
        "/static/guard.py",
        "/static/LICENSE.txt",
        "/api/runs/..%2f..",
        "/api/runs/r/pictures/..%2fmanifest",
        "/api/runs/%2fetc",
    ],
)
def test_no_path_leads_out_of_the_runs_and_the_page(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code in (400, 404)
