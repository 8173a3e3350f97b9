"""The page of a run: complete, self-contained, safe, and true to the journal."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agentprog.errors import UsageError
from agentprog.ports import Event
from agentprog.report import write_report
from agentprog.report.failing import failing_screen
from agentprog.report.narration import Narration
from agentprog.report.page import pieces
from agentprog.report.pictures import Picture, mark_of
from agentprog.report.story import Teller
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.folder import RunFolder

PROGRAM = 'Open the "Contacts" app\nrepeat 2 times:\n    Tap "Save"\ntell user "<b>done</b>"\n'


def started(step: int, line: int, text: str, *, depth: int = 0, iteration: int = 0, kind: str = "DirectUI") -> Event:
    return e.StepStarted(
        at=float(step), step=step, node=f"n{line}", line=line, kind=kind, text=text, depth=depth, iteration=iteration
    )


def finished(step: int, line: int, status: str = "verified", **more: Any) -> Event:
    spent: dict[str, Any] = {"seconds": 0.5, "actions": 1, **more}
    return e.StepFinished(
        at=step + 0.5, step=step, node=f"n{line}", line=line, kind="DirectUI", operation="continue", status=status,
        tier="exact", **spent,
    )  # fmt: skip


def tapped(step: int, action: int) -> list[Event]:
    target = {"type": "Element", "index": 1, "label": "Save", "bounds": [100, 200, 300, 400]}
    data = {"type": "Tap", "target": target}
    return [
        e.Observed(at=step + 0.1, step=step, signature="s1", package="com.x", activity="A", elements=2,
                   record="0001" if action == 1 else ""),
        e.ActionIntended(
            at=step + 0.2, step=step, node="n", action=action, what=data, text='tap button "Save"', why="step"
        ),
        e.ActionDone(at=step + 0.3, step=step, node="n", action=action, ok=True, changed=True),
    ]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    made = RunFolder.create(
        tmp_path, instruction="Save <script>alert(1)</script>", now=datetime(2026, 1, 2, tzinfo=UTC)
    )
    (made.path / "steps").mkdir()
    Image.new("RGB", (1080, 2400), "#336699").save(made.path / "steps" / "0001.jpg")
    screen = {"package": "com.x", "width": 1080, "height": 2400, "elements": [{"label": "Save"}]}
    (made.path / "steps" / "0001.json").write_text(json.dumps(screen), encoding="utf-8")
    events: list[Event] = [
        e.RunStarted(at=0.0, run=made.name, instruction="Save", started_at="2026-01-02T00:00:00+00:00"),
        e.ProgramReady(at=0.0, text=PROGRAM, source="file", digest="d"),
        started(1, 1, 'Open the "Contacts" app'), *tapped(1, 1), finished(1, 1),
        started(2, 2, "repeat 2 times", kind="Repeat", iteration=1), finished(2, 2, "true", actions=0),
        started(3, 3, 'Tap "Save"', depth=1), *tapped(3, 2), finished(3, 3, tokens=1200, model_calls=1),
        started(4, 2, "repeat 2 times", kind="Repeat", iteration=2), finished(4, 2, "true", actions=0),
        started(5, 3, 'Tap "Save"', depth=1),
        e.ActionRefused(at=5.1, step=5, node="n", text='tap "Save"', risk="send", reason="nobody asked for it"),
        e.BeliefChanged(at=5.2, step=5, belief="b1", change="add", text="a <i>it</i>", status="assumed", scope="app"),
        finished(5, 3, "failed"),
        started(6, 4, "tell user"),
        e.Told(at=6.1, step=6, line=4, text="<b>done</b>"), finished(6, 4, "done", actions=0),
        e.RunFinished(at=7.0, outcome="failed", reason="it & that", exit_code=1, totals={"seconds": 7.0, "actions": 2}),
    ]  # fmt: skip
    for event in events:
        made.append(event, durable=False)
    made.close()
    return made


class Reader(HTMLParser):
    """Collects everything that a browser would load, run or show."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.loads += [str(given[name]) for name in ("src", "srcset", "data") if given.get(name)]
        if tag == "link":
            self.loads.append(str(given.get("href")))
        if tag == "a":
            self.links.append(str(given.get("href")))
        if "id" in given:
            self.ids.append(str(given["id"]))
        self.scripts += tag == "script" and given.get("type") != "application/json"  # data, which nothing runs
        if tag not in ("meta", "link", "img", "br", "rect", "line", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def test_the_page_is_self_contained_and_runs_no_text_of_the_run(folder: RunFolder) -> None:
    page = write_report(folder).read_text(encoding="utf-8")
    found = read(page)
    assert found.loads == []
    assert found.scripts == 1
    assert not re.search(r"url\((?!data:)", page)
    assert "<script>alert" not in page
    assert "&lt;b&gt;done" in page
    assert found.open == []
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)


def test_a_browser_runs_the_pages_own_script_and_nothing_else(folder: RunFolder) -> None:
    """By its policy: no other script, nothing loaded, no form, whatever a screen's text contains."""
    page = write_report(folder).read_text(encoding="utf-8")
    header = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert header is not None
    policy = dict(part.strip().split(" ", 1) for part in header[1].replace("&#39;", "'").split(";"))
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'sha256-{digest}'"
    assert policy["img-src"] == "data:"
    assert policy["form-action"] == policy["base-uri"] == "'none'"


def test_lines_carry_their_cost_and_rounds_fold(folder: RunFolder) -> None:
    story = Teller().tell(folder.events())
    assert [line.times for line in story.program] == [1, 2, 2, 1]
    assert story.program[2].cost.tokens == 1200
    assert story.program[2].status == "failed"
    assert [(root.line, [child.line for child in root.children]) for root in story.roots] == [
        (1, []), (2, [3]), (2, [3]), (4, []),
    ]  # fmt: skip


def test_a_touch_is_drawn_at_its_place_and_a_picture_is_embedded_once(folder: RunFolder) -> None:
    page = write_report(folder).read_text(encoding="utf-8")
    assert page.count("data:image/jpeg;base64,") == 1
    assert page.count('class="shot shot-0001"') == 3, "before both taps, and where it failed"
    assert '<rect x="100" y="200" width="200" height="200"' in page
    assert '<circle cx="200" cy="300"' in page


@pytest.mark.parametrize(
    ("action", "points"),
    [
        ({"type": "Swipe", "direction": "up"}, ((540, 1800), (540, 600))),
        ({"type": "Scroll", "direction": "down"}, ((540, 1800), (540, 600))),
        ({"type": "Tap", "point": {"x": 7, "y": 9}}, ((7, 9),)),
        ({"type": "PressKey", "key": "back"}, None),
    ],
)
def test_fingers_go_the_way_they_went(action: dict[str, object], points: object) -> None:
    picture = Picture(record="1", uri="", width=1080, height=2400, package="", elements=())
    mark = mark_of(action, picture)
    assert (mark.points if mark else None) == points


def test_a_run_that_was_cut_off_is_marked_unfinished(folder: RunFolder) -> None:
    lines = folder.journal_path.read_text(encoding="utf-8").splitlines(keepends=True)
    folder.journal_path.write_text("".join(lines[:5]) + '{"n": 6, "type": "Act', encoding="utf-8")
    page = write_report(folder).read_text(encoding="utf-8")
    assert "not finished" in page
    assert "no outcome was recorded" in page


def test_a_dry_run_shows_its_intended_actions_and_messages(folder: RunFolder) -> None:
    records = [json.loads(line) for line in folder.journal_path.read_text(encoding="utf-8").splitlines()]
    dry = [
        r | {"dry": True} if r["type"] in ("ActionIntended", "Told") else r
        for r in records
        if r["type"] != "ActionDone"
    ]
    folder.journal_path.write_text(
        "".join(json.dumps(r | {"n": n}) + "\n" for n, r in enumerate(dry)), encoding="utf-8"
    )
    page = write_report(folder).read_text(encoding="utf-8")
    assert "would tap button" in page
    assert "dry run: not done" in page
    assert "would say: &lt;b&gt;done" in page
    assert "no outcome was recorded" not in page


def test_a_damaged_picture_leaves_the_words(folder: RunFolder) -> None:
    (folder.path / "steps" / "0001.jpg").write_bytes(b"no picture")
    page = write_report(folder).read_text(encoding="utf-8")
    assert "data:image" not in page
    assert "screen of com.x" in page


def test_a_page_that_cannot_be_written_is_an_error_with_its_place(folder: RunFolder, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write the report"):
        write_report(folder, tmp_path / "nowhere" / "report.html")


def least(kind: type[Event]) -> Event:
    """An event of that kind whose texts name their fields."""
    given: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            base = str(field.type).split("[")[0]
            texts = {"int": 1, "float": 1.0, "str": f"{kind.__name__}.{field.name}", "bool": True, "list": []}
            given[field.name] = texts.get(base, {})
    return kind(**given)


SHOWN = {
    # What is shown is not a text of its own, or another one.
    "RunStarted": "RunStarted",
    "Recalled": "a recipe of 0 moves",
    "Learned": "learned, 0 moves",
    "Replayed": "by recipe: 1 lines, 1 times left to the model",
    "RunResumed": "the run went on from the beginning",
    "RunFinished": "RunFinished.outcome",
    "DeviceOpened": "DeviceOpened.model",
    "ProgramReady": "ProgramReady.text",
    "ProgramAmended": "ProgramAmended.diff",
    "StepStarted": "StepStarted.text",
    "StepFinished": "StepFinished.status",
    "Observed": "an odd screen",
    "MoveDecided": "because of that",
    "ActionDone": "it came to this",
    "ContextBuilt": "beliefs 77",
    "TrapsMet": "lost a touch (2 times)",
    "Foreseen": "nothing there can be read",
    "Manifested": "send     line 1",
}


@pytest.mark.parametrize("kind", e.EVENTS, ids=lambda kind: kind.__name__)
def test_every_kind_of_event_is_on_the_page(kind: type[Event], tmp_path: Path) -> None:
    made = RunFolder.create(tmp_path, instruction="all", now=datetime(2026, 1, 2, tzinfo=UTC))
    more: dict[str, dict[str, Any]] = {
        "Observed": {"issues": ["an odd screen"]},
        "MoveDecided": {"move": {"type": "StepDone", "reason": "because of that"}},
        "ActionDone": {"detail": "it came to this"},
        "ContextBuilt": {"sections": {"beliefs": 77}},
        "Manifested": {"shown": ["send     line 1: text Ann"]},
        "Foreseen": {"texts": ["nothing there can be read"]},
        "TrapsMet": {"traps": [{"name": "lost a touch", "times": 2}]},
    }
    event = dataclasses.replace(least(kind), **more.get(kind.__name__, {}))
    before = [] if kind is e.StepStarted else [least(e.StepStarted)]
    around = {e.ActionDone: [least(e.ActionIntended)], e.StepFinished: []}.get(kind, [])
    after = [least(e.ModelCalled)] if kind is e.ContextBuilt else []
    for found in [*before, *around, event, *after]:
        made.append(found, durable=False)
    made.close()
    page = write_report(made).read_text(encoding="utf-8")
    texts = [f"{kind.__name__}.{field.name}" for field in dataclasses.fields(kind) if str(field.type) == "str"]
    wanted = [SHOWN[kind.__name__]] if kind.__name__ in SHOWN else texts
    assert any(text in page for text in wanted), page[-2000:]


def test_a_runs_effects_and_readings_are_among_its_figures(folder: RunFolder) -> None:
    folder.append(e.RunFinished(at=9, outcome="verified", reason="", exit_code=0, did=3, saw=41), durable=False)
    folder.close()
    page = write_report(folder).read_text(encoding="utf-8")
    assert "<dt>effects on the phone</dt><dd>3</dd>" in page
    assert "<dt>readings of its screen</dt><dd>41</dd>" in page


def test_evidence_is_shown_with_the_outcome(folder: RunFolder) -> None:
    story = Teller().tell(folder.events())
    assert story.evidence == []
    events = [
        started(9, 4, 'Verify that "x" appears', kind="Verify"),
        finished(9, 4, "verified", actions=0, detail='"x" can be read'),
    ]
    later = Teller().tell([*folder.events(), *events])
    assert [(step.line, step.detail) for step in later.evidence] == [(4, '"x" can be read')]


def test_a_call_shows_its_reply_and_the_parts_of_its_prompt(folder: RunFolder) -> None:
    (folder.path / "models").mkdir()
    record = {
        "model": "m",
        "request": {"messages": []},
        "usage": {},
        "reply": {"text": "<b>tap</b> 7", "finish": "stop"},
    }
    (folder.path / "models" / "0001.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    scored = {"model": "m", "request": {"candidates": ["tap A", "tap B"]}, "reply": None, "scores": [-9.0, -1.0]}
    (folder.path / "models" / "0002.json").write_text(json.dumps(scored, indent=1), encoding="utf-8")
    for number in ("0001", "0002", "0003"):
        called = e.ModelCalled(
            at=8.0, model="m", purpose="ground", prompt=5, cached=0, completion=1, seconds=0.1, record=number
        )
        folder.append(called, durable=False)
    folder.close()
    page = write_report(folder).read_text(encoding="utf-8")
    assert "&lt;b&gt;tap&lt;/b&gt; 7" in page
    assert page.index("tap B") < page.index("tap A")
    assert read(page).open == []


@pytest.fixture
def failed(tmp_path: Path) -> RunFolder:
    """A run whose last tap found no element of that name."""
    made = RunFolder.create(tmp_path / "runs", instruction="x", now=datetime(2026, 1, 2, tzinfo=UTC))
    (made.path / "steps").mkdir(exist_ok=True)
    for record, labels in (("0001", ["Menu"]), ("0002", ["Saved", "Safe", "Other"])):
        Image.new("RGB", (1080, 2400), "#336699").save(made.path / "steps" / f"{record}.jpg")
        elements = [{"label": label, "bounds": [0, 100 * n, 90, 100 * n + 90]} for n, label in enumerate(labels)]
        screen = {"package": "com.x", "width": 1080, "height": 2400, "elements": elements}
        (made.path / "steps" / f"{record}.json").write_text(json.dumps(screen), encoding="utf-8")
    why = "there is no element \"Save\" on the screen; there is 'Safe', 'Saved'"
    events: list[Event] = [
        e.RunStarted(at=0.0, run=made.name, instruction="Save", started_at="2026-01-02T00:00:00+00:00"),
        e.ProgramReady(at=0.0, text='Tap "Menu"\nTap "Save"', source="file", digest="d"),
        started(1, 1, 'Tap "Menu"'), *tapped(1, 1), looked("0002"), finished(1, 1),
        started(2, 2, 'Tap "Save"'), finished(2, 2, "failed", detail=why),
    ]  # fmt: skip
    for event in events:
        made.append(event, durable=False)
    made.close()
    return made


def looked(record: str) -> Event:
    return e.Observed(
        at=1.0, step=1, signature=record, package="com.x", activity=".a", elements=3, issues=[], record=record
    )


def test_the_screens_after_an_action_and_of_a_failure_are_shown(failed: RunFolder) -> None:
    first, second = Teller().tell(failed.events()).steps
    assert [(entry.kind, entry.screen, entry.text) for entry in first.entries][-1] == (
        "screen", "0002", "the screen afterwards",
    )  # fmt: skip
    assert [(entry.kind, entry.screen, entry.text) for entry in second.entries] == [
        ("screen", "0002", "the screen on which it failed")
    ]


def test_an_element_that_a_failure_names_is_marked_on_its_screen(failed: RunFolder) -> None:
    page = write_report(failed).read_text(encoding="utf-8")
    marked = re.findall(r'<rect class="candidate" x="0" y="(\d+)"', page)
    assert marked == ["0", "100"], "Saved and Safe, and not Other"


def test_the_screen_of_a_failure_is_read_from_the_folder(failed: RunFolder, folder: RunFolder) -> None:
    found = failing_screen(failed)
    assert found is not None
    assert found.things == (("Saved", True), ("Safe", True), ("Other", False))
    assert found.boxes == ((0, 0, 90, 90), (0, 100, 90, 190))
    assert found.picture is not None
    assert found.picture.name == "0002.jpg"


def test_the_data_of_the_page_cannot_end_itself_and_repeats_the_run(folder: RunFolder) -> None:
    page = write_report(folder).read_text(encoding="utf-8")
    (data,) = re.findall(r'<script type="application/json" id="run-data">(.*?)</script>', page, re.DOTALL)
    assert "<" not in data
    shown = json.loads(data)["story"]
    assert shown["program"] == PROGRAM.splitlines()
    assert [step["line"] for step in shown["steps"]] == [1, 2, 3, 2, 3, 4]
    assert shown["head"]["outcome"] == "failed"


def test_the_page_holds_the_texts_of_each_screen_to_show_changes(failed: RunFolder) -> None:
    page = write_report(failed).read_text(encoding="utf-8")
    (data,) = re.findall(r'<script type="application/json" id="run-data">(.*?)</script>', page, re.DOTALL)
    run_data = json.loads(data)
    assert [run_data["texts"][number] for number in run_data["screens"]["0002"]] == ["Saved", "Safe", "Other"]


def test_a_too_large_page_has_smaller_and_fewer_pictures_with_a_note(failed: RunFolder) -> None:
    whole = write_report(failed).stat().st_size
    kept = write_report(failed, most=1).read_text(encoding="utf-8")
    assert len(kept.encode()) < whole
    assert "this page leaves out the pictures of" in kept
    assert "the screen on which it failed" in kept
    assert kept.count("data:image/jpeg") == 1  # that of the failure


def test_the_page_is_written_in_pieces_without_the_templates_indentation(folder: RunFolder) -> None:
    found = list(pieces(Teller().tell(folder.events()), folder))
    assert len(found) > 20
    lines = "".join(found).split("</style>")[1].split("<script>")[0].splitlines()
    assert [line for line in lines if line.startswith("  ")] == []
    assert write_report(folder).read_text(encoding="utf-8") == "".join(found)


def test_repeated_looks_for_an_element_are_shown_once_in_words() -> None:
    looks = [e.Resolved(at=at, step=1, node="n", what="on screen", value=at > 3) for at in (1, 2, 3, 4)]
    narration = Narration()
    narration.take([started(1, 1, 'Verify that "Ada" appears'), *looks])
    (step,) = narration.news()["steps"]
    assert [one["text"] for one in step["entries"]] == ["on screen: no", "on screen: yes"]
