"""The live view's state, panels and picture, and its questions to a person, without a run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from agentprog.cli.watching.asking import request_lines
from agentprog.cli.watching.lines import RunLines
from agentprog.cli.watching.live import LiveView
from agentprog.cli.watching.panels import Shape, shape_of, view
from agentprog.cli.watching.person import AtTheTerminal
from agentprog.cli.watching.picture import fitted, picture
from agentprog.cli.watching.state import RunState
from agentprog.errors import Cancelled, NeedsHuman, UsageError
from agentprog.ports import Event
from agentprog.runtime.journal import events as e
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.steering import Pace, Place, Steering

PROGRAM = '---\nbudget: {actions: 20}\n---\nOpen the "Contacts" app\nFor each {x} in ["a", "b"]:\n    Tap {x}\n'


def step(line: int, depth: int = 0, text: str = "Tap {x}", iteration: int = 0) -> e.StepStarted:
    return e.StepStarted(
        at=line, step=line, node="n", line=line, kind="DirectUI", text=text, depth=depth, iteration=iteration
    )


EVENTS: tuple[Event, ...] = (
    e.RunStarted(at=0, run="r1", instruction="tap both", started_at=""),
    e.ProgramReady(at=0, text=PROGRAM, source="file", digest="d"),
    e.DeviceOpened(at=0, serial="s", model="Pixel", android="13"),
    step(4, text='Open the "Contacts" app'),
    e.ActionIntended(at=4, step=4, node="n", action=1, what={}, text='open app "Contacts"'),
    e.Observed(at=4, step=4, signature="x", package="p", activity="a", elements=3, record="0002"),
    e.ActionDone(at=4, step=4, node="n", action=1, ok=True, changed=True),
    e.StepFinished(
        at=4,
        step=4,
        node="n",
        line=4,
        kind="DirectUI",
        operation="continue",
        status="verified",
        tier="exact",
        seconds=1,
    ),
    step(5, text="For each {x}:", iteration=1),
    e.VariableSet(at=5, step=5, line=5, name="x", kind="text", provenance="user", preview='{x} = "b"'),
    step(6, depth=1),
    e.BeliefChanged(at=6, step=6, belief="b1", change="add", text="it is open", status="assumed", scope="run"),
    e.BeliefChanged(at=6, step=6, belief="b2", change="add", text="gone soon", status="assumed", scope="run"),
    e.BeliefChanged(at=6, step=6, belief="b2", change="drop", text="gone soon", status="assumed", scope="run"),
    e.ModelCalled(at=7, model="m", purpose="ground", prompt=1000, cached=800, completion=50, seconds=1, money=0.002),
    e.ActionIntended(at=7, step=6, node="n", action=2, what={}, text='tap button "b"'),
)


@pytest.fixture
def state() -> RunState:
    made = RunState(limits=Limits(money=0.5))
    for event in EVENTS:
        made.take(event)
    return made


def drawn(state: RunState, columns: int, rows: int, **more: object) -> str:
    file = StringIO()
    console = Console(file=file, width=columns, height=rows, force_terminal=True, color_system=None, highlight=False)
    shape = shape_of(columns, rows, pictures=bool(more.pop("pictures", False)))
    console.print(view(state, shape, seconds=65, **more))  # type: ignore[arg-type]
    return file.getvalue()


def test_everything_of_a_run_is_in_sight(state: RunState) -> None:
    text = drawn(state, 140, 40, pictures=True)
    for expected in (
        "▸ 6     Tap {x}",
        "▹ 5 For each {x} in",
        '✓ 4 Open the "Contacts" app',
        "5 For each {x}:  (round 2)",
        "└ 6 Tap {x}",
        'tap button "b"',
        "assumed it is open",
        '{x} = "b"',
        "1:05 · 2 of 20 actions · 1 model call · 1,050 tokens (800 cached) · $0.0020 of $0.5 · Ctrl-C pauses",
        "phone",
    ):
        assert expected in text
    assert "gone soon" not in text


@pytest.mark.parametrize(("columns", "rows"), [(140, 40), (100, 30), (80, 24), (70, 24), (60, 18), (45, 30), (120, 12)])
def test_it_fits_into_any_terminal_and_leaves_room_for_lines(state: RunState, columns: int, rows: int) -> None:
    lines = drawn(state, columns, rows, pictures=True).splitlines()
    assert len(lines) <= max(2, rows - 6)
    assert max(map(len, lines)) <= columns
    assert any("Tap {x}" in line for line in lines)


def test_a_long_program_is_shown_around_its_current_line(state: RunState) -> None:
    state.take(e.ProgramReady(at=0, text="".join(f"Tap {n}\n" for n in range(1, 301)), source="file", digest="d"))
    state.take(step(200, text="Tap 200"))
    text = drawn(state, 100, 30)
    assert "▸ 200 Tap 200" in text
    assert "199 Tap 199" in text
    assert "Tap 100" not in text


def test_a_resumed_run_begins_with_the_earlier_state(state: RunState) -> None:
    past = RunState()
    paused = e.Paused(at=8, step=6, line=6, text="Tap {x}")
    past.take_all((*EVENTS, paused, e.RunFinished(at=9, outcome="interrupted", reason="", exit_code=130)))
    assert past.paused == ""
    assert (past.beliefs, past.variables, past.bill) == (state.beliefs, state.variables, state.bill)
    assert not past.finished
    assert past.doing == ""


def test_a_pause_and_a_notice_are_in_the_last_line(state: RunState) -> None:
    assert drawn(state, 120, 30, notice="Pausing.").rstrip().endswith("Pausing.")
    state.take(e.Paused(at=8, step=6, line=6, text="Tap {x}"))
    assert drawn(state, 120, 30).rstrip().endswith("paused in line 6")
    state.take(e.Continued(at=8, step=6, line=6, how="go on", seconds=1))
    assert "paused" not in drawn(state, 120, 30)


def test_a_wait_is_shown_before_the_first_event() -> None:
    state = RunState(title="tap both")
    console = Console(file=StringIO(), force_terminal=True, width=100, height=30)
    live = LiveView(console, RunLines(), state, run_dir=Path(), pictures=False)
    live.waits("starting a simulated phone")
    assert drawn(state, 100, 30).startswith("tap both  starting a simulated phone")
    for event in EVENTS[:4]:
        live.on_event(event)
    assert "starting" not in drawn(state, 100, 30)


def test_a_run_that_cannot_begin_draws_nothing() -> None:
    drawn_to = StringIO()
    console = Console(file=drawn_to, force_terminal=True, width=100, height=30)
    live = LiveView(console, RunLines(console=console), RunState(title="tap both"), run_dir=Path(), pictures=False)

    def refuse() -> None:
        time.sleep(0.3)
        raise UsageError("the run has ended")

    with pytest.raises(UsageError), live.shown():
        refuse()
    assert drawn_to.getvalue() == ""


def test_the_first_wait_or_event_begins_the_view() -> None:
    drawn_to = StringIO()
    console = Console(file=drawn_to, force_terminal=True, width=100, height=30)
    live = LiveView(console, RunLines(console=console), RunState(title="tap both"), run_dir=Path(), pictures=False)
    with live.shown():
        live.waits("starting a simulated phone")
        until = time.monotonic() + 20
        while "starting a simulated phone" not in drawn_to.getvalue():
            assert time.monotonic() < until
            time.sleep(0.02)


def test_after_a_person_stops_the_run_at_a_question_nothing_is_drawn() -> None:
    drawn_to = StringIO()
    console = Console(file=drawn_to, force_terminal=True, width=100, height=30)
    live = LiveView(console, RunLines(console=console), RunState(title="tap both"), run_dir=Path(), pictures=False)
    with live.shown(), pytest.raises(Cancelled), live.aside():
        raise Cancelled(f"stopped at a question {drawn_to.truncate(0)}")
    assert "program" not in drawn_to.getvalue()


def test_an_unknown_price_is_shown() -> None:
    state = RunState()
    call = e.ModelCalled(at=7, model="m", purpose="ground", prompt=10, cached=0, completion=5, seconds=1)
    state.take(call)
    assert "cost unknown" in drawn(state, 120, 30)
    state.take(replace(call, money=0.25))
    assert "$0.2500 + 1 calls of unknown price" in drawn(state, 120, 30)


# ---------------------------------------------------------------- the picture


def test_a_screenshot_becomes_half_blocks_of_its_colours(tmp_path: Path) -> None:
    image = Image.new("RGB", (100, 200), (255, 0, 0))
    image.paste((0, 0, 255), (0, 100, 100, 200))
    image.save(tmp_path / "s.png")
    text = picture(tmp_path / "s.png", rows=3, columns=30)
    assert text is not None
    lines = text.plain.split("\n")
    assert [set(line) for line in lines] == [{"▀"}] * 3
    assert len(lines[0]) == 3, "a hundred wide and two hundred high in three rows of two pixels"
    first, last = text.spans[0].style, text.spans[-1].style
    assert "255,0,0" in str(first).replace(" ", "") or "#ff0000" in str(first)
    assert "0,0,255" in str(last).replace(" ", "") or "#0000ff" in str(last)


def test_a_picture_keeps_its_proportions_within_the_room() -> None:
    assert fitted((1080, 2400), rows=40, columns=36) == (36, 40)
    assert fitted((1080, 2400), rows=20, columns=80) == (18, 20)
    assert fitted((2400, 1080), rows=40, columns=36) == (36, 8)


def test_a_broken_picture_is_none(tmp_path: Path) -> None:
    (tmp_path / "s.png").write_bytes(b"not a picture")
    assert picture(tmp_path / "s.png", rows=3, columns=3) is None
    assert picture(tmp_path / "none.png", rows=3, columns=3) is None


@pytest.mark.parametrize(("columns", "rows", "there"), [(150, 44, True), (100, 44, False), (150, 20, False)])
def test_a_picture_is_drawn_where_it_leaves_room(columns: int, rows: int, there: bool) -> None:
    assert bool(shape_of(columns, rows, pictures=True).picture) is there
    assert shape_of(columns, rows, pictures=False).picture == 0
    assert isinstance(shape_of(columns, rows, pictures=True), Shape)


# ---------------------------------------------------------------- the person

WANTED = RiskyAction(
    action='tap button "Send"',
    risk="send",
    step="look around",
    app="Messages",
    doubt="the number +1 555 stands in nothing that you wrote",
    written_by="the model",
)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that the person types; then the end of the input."""
    lines: list[str] = []

    def read(closed: object) -> str:
        del closed
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("agentprog.cli.watching.person.read_line", read)
    return lines


def test_a_risky_action_is_explained(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    lines = [line.plain for line in request_lines(WANTED)]
    assert lines[1:] == [
        '  what   tap button "Send" in Messages: it sends something to somebody',
        "  lost   A sent message cannot be recalled.",
        "  step   look around (written by the model)",
        "  why    you are asked because: the number +1 555 stands in nothing that you wrote",
    ]
    typed.append("o")
    assert AtTheTerminal().permit(WANTED) is Consent.ONCE
    assert "also when it comes again" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "consent"),
    [
        ("y", Consent.ONCE),
        ("once", Consent.ONCE),
        ("R", Consent.RUN),
        ("n", Consent.NO),
        ("", Consent.NO),
    ],
)
def test_only_a_clear_yes_allows(answer: str, consent: Consent, typed: list[str]) -> None:
    typed.append(answer)
    assert AtTheTerminal().permit(WANTED) is consent


def test_a_typo_asks_again_and_a_question_mark_explains(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """At 2c6f866 both counted as a no."""
    typed.extend(["yse", "?", "y"])
    assert AtTheTerminal().permit(WANTED) is Consent.ONCE
    printed = " ".join(capsys.readouterr().err.split())
    assert "'yse' is none of these" in printed
    assert "agentprog asks again about anything else in this step" in printed
    typed.extend(["maybe", "yes"])
    assert AtTheTerminal().confirm("Was it sent?")


def test_a_question_about_a_loop_names_everybody_that_a_yes_counts_for(
    capsys: pytest.CaptureFixture[str], typed: list[str]
) -> None:
    typed.extend(["?", "all"])
    several = replace(WANTED, to=("+1 555",), says="hi", item="Ann", others=("Bob", "Cleo"))
    assert AtTheTerminal().permit(several) is Consent.RUN
    printed = " ".join(capsys.readouterr().err.split())
    assert "2 to come: Bob; Cleo" in printed
    assert "[a]ll 3" in printed
    assert "for nobody else: Ann; Bob; Cleo" in printed


def test_a_question_about_a_list_shows_every_line_whole(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    typed.extend(["?", "all"])
    lines = (f"Text Ann {'very ' * 30}late", "Delete the note 'Plans'")
    assert AtTheTerminal().permit(replace(WANTED, listed=lines)) is Consent.RUN
    printed = " ".join(capsys.readouterr().err.split())
    assert f"all 2 that it asks for: {lines[0]}; {lines[1]}" in printed
    assert "[a]ll 2" in printed
    assert f"for nobody else: {lines[0]}; {lines[1]}" in printed


def test_the_picture_is_shown_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    typed.extend(["p", "n", "p", "n"])
    assert AtTheTerminal().permit(WANTED) is Consent.NO
    assert "There is no picture of this screen." in capsys.readouterr().err
    path = tmp_path / "0001.png"
    Image.new("RGB", (40, 80), "blue").save(path)
    AtTheTerminal(shot=lambda: path).permit(WANTED)
    printed = capsys.readouterr().err
    assert "▀" in printed
    assert "0001.png" in printed


def test_the_picture_frames_the_subject_of_a_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: list[str]
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr("agentprog.cli.watching.person.picture", lambda path, **how: drawn.append(how) or None)
    path = tmp_path / "0001.png"
    typed.extend(["p", "n"])
    several = replace(WANTED, about=("Ann", "Bob"), count=2, frames=((0, 10, 40, 20), (0, 30, 40, 40)), size=(40, 80))
    AtTheTerminal(shot=lambda: path).permit(several)
    assert drawn == [{"rows": 40, "columns": 60, "boxes": several.frames, "size": (40, 80)}]
    assert "about  2 selected: Ann; Bob" in capsys.readouterr().err


def test_a_question_without_a_person_at_the_terminal_ends_the_run(typed: list[str]) -> None:
    with pytest.raises(NeedsHuman, match="wants to tap button"):
        AtTheTerminal().permit(WANTED)
    with pytest.raises(NeedsHuman, match="locked"):
        AtTheTerminal().take_over("the phone is locked")


def test_the_menu_of_a_pause(typed: list[str]) -> None:
    stepped_aside: list[str] = []

    @contextmanager
    def aside() -> Iterator[None]:
        stepped_aside.append("aside")
        yield
        stepped_aside.append("back")

    looked: list[str] = []
    steering = Steering(AtTheTerminal(aside, lambda: looked.append("looked")).menu)
    steering.pause()
    typed.extend(["", "nonsense", "l", "t only the red ones", "tell", "and the blue", "o", "done by hand"])
    steering.turn(Place(line=3, text="Tap"))
    assert [(one.text, one.taken_over) for one in steering.drain()] == [
        ("only the red ones", False),
        ("and the blue", False),
        ("done by hand", True),
    ]
    assert steering.pace is Pace.GO
    assert stepped_aside == ["aside", "back"]
    assert looked == ["looked"]
    steering.pause()
    for command, pace in (("s", Pace.OVER), ("i", Pace.STEP)):
        typed.append(command)
        steering.turn(Place(line=3, text="Tap"))
        assert steering.pace is pace
        steering.pause()
    steering.pause()
    typed.append("q")
    with pytest.raises(Cancelled, match="at a pause"):
        steering.turn(Place(line=3, text="Tap"))
