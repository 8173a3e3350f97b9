from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, CaptureKind, Element, Role, Screen, Window
from agentprog.runtime.context.screens import within
from agentprog.runtime.context.sections import BUDGETS, Section, budgets_for, fit
from agentprog.runtime.context.tokens import Tokens

_STATIC_AND_SCREEN = ("instruction", "apps", "program", "screen", "screen to read")


class Words:
    """A tokenizer whose tokens are words and line ends."""

    tokenizer = "words"
    context = 4096

    def count_tokens(self, text: str) -> int:
        return len(text.split()) + text.count("\n")


def screen(labels: list[str], **more: object) -> Screen:
    elements = tuple(
        Element(
            index=index,
            role=Role.ITEM if index > 2 else Role.BUTTON,
            label=label,
            bounds=Bounds(0, index * 50, 1080, index * 50 + 48),
            container=2 if index > 2 else None,
            **more,  # type: ignore[arg-type]
        )
        for index, label in enumerate(labels, 1)
    )
    now = datetime(2030, 1, 15, tzinfo=UTC)
    return Screen(package="a", activity="b", width=1080, height=2400, taken_at=now, elements=elements)


@pytest.mark.parametrize("tokens", [Tokens(), Tokens(Words())])
@pytest.mark.parametrize("text", ["", "one", "one two three four five six " * 400, "x" * 100_000, "日本語" * 5000])
def test_a_cut_text_is_within_its_tokens_and_ends_with_an_ellipsis(tokens: Tokens, text: str) -> None:
    cut = tokens.cut(text, 50)
    assert tokens.of(cut) <= 50
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))


def test_a_section_keeps_whole_lines_from_the_end_that_matters() -> None:
    lines = tuple(f"line {number} of the section" for number in range(100))
    first = fit(Section(name="path", lines=lines), 60, Tokens(Words()))
    last = fit(Section(name="path", lines=lines, keep="last"), 60, Tokens(Words()))
    assert first.lines == lines[:10]
    assert last.lines == lines[-10:]
    assert (last.tokens, last.left_out, last.shortened) == (60, 90, 0)


def test_a_line_longer_than_the_whole_budget_is_cut_not_lost() -> None:
    fitted = fit(Section(name="hints", lines=("word " * 500,), keep="last"), 40, Tokens(Words()))
    assert (len(fitted.lines), fitted.left_out, fitted.shortened) == (1, 0, 1)
    assert 30 <= fitted.tokens <= 40


def test_the_changing_sections_of_a_prompt_have_two_thousand_tokens() -> None:
    assert sum(amount for name, amount in BUDGETS.items() if name not in _STATIC_AND_SCREEN) == 2000


@pytest.mark.parametrize("context", [1024, 2048, 4096, 8192, 32_768])
@pytest.mark.parametrize("whole_task", [False, True])
def test_the_budgets_of_a_small_model_leave_room_for_the_prompt_and_the_reply(context: int, whole_task: bool) -> None:
    budgets = budgets_for(context, whole_task=whole_task)
    sections = [*BUDGETS, *(["history", "frames"] if whole_task else [])]
    account = ("path", "moves", "variables", "beliefs", "earlier") if whole_task else ()
    assert sum(budgets[name] for name in sections if name not in account) <= context * 0.75
    assert all(amount > 0 for name, amount in budgets.items() if name not in ("instruction", "program", "frames"))


def test_a_screen_that_fits_is_shown_unchanged() -> None:
    small = screen(["Add", "Search", "Bob"])
    shown, fitted = within(small, 3000, Tokens(), mentioned=("Bob", "call Bob"))
    assert shown is small
    assert fitted.left_out == 0


def test_a_huge_screen_keeps_the_mentioned_elements_and_counts_the_others() -> None:
    labels = ["Add", "Search", *(f"Person {number}, +1 555 {number:04d}, a row of words" for number in range(3, 501))]
    shown, fitted = within(screen(labels), 800, Tokens(), mentioned=("Person 400,", "delete Person 400"))
    kept = [element.index for element in shown.elements]
    assert {1, 2, 399, 400, 401} <= set(kept), "the controls, the row that is meant and those beside it"
    assert not {3, 4, 5, 499, 500} & set(kept), "far rows"
    assert kept == sorted(kept)
    assert fitted.tokens <= 800
    assert fitted.left_out == 500 - len(kept)
    (issue,) = shown.issues
    assert issue.kind is CaptureKind.SHORTENED
    assert f"{fitted.left_out} of 500" in issue.detail


def test_a_huge_screen_keeps_its_dialogs_and_scrollable_elements() -> None:
    big = screen([f"row {number} " + "with many words " * 6 for number in range(1, 400)])
    dialog = Element(
        index=400, role=Role.BUTTON, label="Allow", bounds=Bounds(0, 30_000, 10, 30_010), window=Window.DIALOG
    )
    scrolls = Element(
        index=401, role=Role.LIST, label="all", bounds=Bounds(0, 29_000, 10, 30_010), scrollable=True, more_below=True
    )
    keyboard = Element(index=402, role=Role.BUTTON, label="q", bounds=Bounds(0, 0, 1, 1), window=Window.KEYBOARD)
    whole = Screen(
        package="a",
        activity="b",
        width=1,
        height=1,
        taken_at=big.taken_at,
        elements=(*big.elements, dialog, scrolls, keyboard),
    )
    shown, fitted = within(whole, 500, Tokens(), mentioned=("nothing that is here",))
    assert {dialog, scrolls, keyboard} <= set(shown.elements)
    assert fitted.tokens <= 500


def test_a_screen_of_very_many_small_elements_is_cut_to_the_limit_of_prompts() -> None:
    shown, fitted = within(screen(["x"] * 300), 100_000, Tokens(), mentioned=("y",))
    assert len(shown.elements) == 120
    assert fitted.left_out == 180
