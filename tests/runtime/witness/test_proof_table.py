"""The table of proofs on the page has a test for each kind of line."""

from __future__ import annotations

import re
from pathlib import Path

RUNTIME = "tests/runtime/"
HERE = RUNTIME + "witness/"
JOURNAL = RUNTIME + "journal/"
AIMS = RUNTIME + "handset/test_aims.py::"
TESTS: dict[str, tuple[str, ...]] = {
    "send": (
        HERE + "test_judging.py::test_a_message_with_the_quoted_text_to_the_named_recipient_is_proven",
        HERE + "test_screens.py::test_an_old_or_partial_or_failed_message_proves_nothing",
    ),
    "call": (
        HERE + "test_judging.py::test_a_call_to_the_named_person_is_proven_by_the_call_log",
        HERE + "test_judging.py::test_a_hidden_call_that_may_be_to_another_is_not_proven",
    ),
    "create": (
        HERE + "test_judging.py::test_a_new_contact_must_have_all_the_steps_values",
        HERE + "test_screens.py::test_a_new_row_and_the_typed_texts_prove_a_creation",
        HERE + "test_nothing_else.py::test_a_duplicate_record_leaves_the_step_unproven",
        HERE + "test_nothing_else.py::test_a_row_that_only_scrolls_into_view_was_not_created",
        HERE + "test_nothing_else.py::test_values_in_an_open_form_prove_nothing",
    ),
    "edit": (
        HERE + "test_judging.py::test_a_contact_that_was_edited_has_the_new_value",
        HERE + "test_nothing_else.py::test_an_edit_loses_nothing_outside_the_step",
        HERE + "test_nothing_else.py::test_a_second_contact_with_the_new_number_was_changed_too",
    ),
    "move": (HERE + "test_nothing_else.py::test_a_move_removes_a_file_in_one_place_and_adds_it_in_the_other",),
    "delete": (
        HERE + "test_judging.py::test_deleting_exactly_the_named_contact_is_proven",
        HERE + "test_screens.py::test_another_row_a_clipped_list_another_page_or_a_namesake_proves_nothing",
        HERE + "test_nothing_else.py::test_a_row_missing_from_another_list_of_the_page_is_not_deleted",
        HERE + "test_nothing_else.py::test_more_was_removed_than_is_named",
        HERE + "test_screens.py::test_deleting_either_of_two_equal_rows_is_proven_if_the_step_leaves_it_open",
    ),
    "alarm": (HERE + "test_judging.py::test_an_alarm_is_proven_by_its_time_and_no_other",),
    "timer": (
        HERE + "test_running.py::test_a_stopped_or_another_or_earlier_timer_is_not_proven",
        HERE + "test_running.py::test_a_stopwatch_runs_where_its_time_grows_under_its_name",
    ),
    "setting": (
        HERE + "test_states.py::test_a_setting_is_proven_by_its_state",
        HERE + "test_screens.py::test_a_switch_is_proven_by_its_state",
        JOURNAL + "test_unasked_ends.py::test_a_setting_that_was_on_before_is_verified_and_counts_as_seen",
    ),
    "reading": ("tests/agents/test_reading.py::test_only_a_value_on_the_screen_is_read",),
    "tap": (
        AIMS + "test_an_opening_keyboard_is_no_effect_of_touching_a_heading",
        JOURNAL + "test_unasked_ends.py::test_a_tap_that_the_model_did_not_make_is_not_done",
    ),
    "type": (RUNTIME + "test_run_phone.py::test_typing_the_text_that_a_field_holds_already_is_proven",),
    "toggle": (AIMS + "test_a_new_label_on_the_page_is_an_effect_of_the_touch",),
    "open": (HERE + "test_screens.py::test_a_page_with_the_name_in_its_head_is_open",),
    "wait": ("tests/ports/test_screen.py::test_a_text_of_the_bars_and_keys_does_not_count_as_shown",),
    "verify": (JOURNAL + "test_unasked_ends.py::test_a_verify_about_something_else_leaves_contradicted_effects_open",),
    "file": (RUNTIME + "test_run_exact.py::test_files_are_read_and_written_in_the_workspace_only",),
    "tool": (RUNTIME + "test_run_exact.py::test_a_tool_of_the_embedding_program_is_called",),
}  # fmt: skip


def test_every_kind_of_line_on_the_page_has_its_tests(checkout: Path) -> None:
    page = (checkout / "docs" / "machine.md").read_text(encoding="utf-8")
    table = page.partition("## What proves a line")[2].partition("\n## ")[0]
    kinds = re.findall(r"^\| (\w+) \|", table, re.MULTILINE)
    assert kinds == list(TESTS)
    for kind, names in TESTS.items():
        for name in names:
            file, _, test = name.partition("::")
            assert f"def {test}" in (checkout / file).read_text(encoding="utf-8"), f"{kind}: {name}"
