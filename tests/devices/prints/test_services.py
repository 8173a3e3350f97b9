"""The outputs of system services are read with any content, and no text of a sender becomes a record."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agentprog.devices.prints import alarm, dispatcher, notification, telecom

_LINES = st.lists(
    st.sampled_from(
        [
            *("  Notification List:", "    NotificationRecord(0x0a: pkg=org.a user=UserHandle{0} id=1 tag=null", "x"),
            *(
                "Current Alarm Manager state:",
                "    RTC_WAKEUP #1: Alarm{0a type 0 origWhen 5 org.clock}",
                "      Alarm clock:",
            ),
            *(
                "        triggerTime=2026-09-02 06:00:00.000",
                "    user:0 pendingSend:false time:5 = 2026-09-02 06:00:00",
                "",
            ),
            *(
                "  mCalls: ",
                "    [Call id=TC@1, state=ACTIVE, tpac=ComponentInfo{org.a/b}, handle=tel:**12]",
                "  mCallAudio:",
            ),
            *(
                "09-01 19:02:25.374 1 2 I InputDispatcher: Dropping event because of x",
                "flags=0xzz))",
                "flags=ONGOING_EVENT",
            ),
        ]
    )
    | st.text(max_size=40),
    max_size=12,
).map("\n".join)


@given(_LINES)
def test_no_print_makes_a_parser_fall_over(printed: str) -> None:
    alarms = alarm.parse_alarms(printed)
    assert alarms is None or all(len(alarm.when) == len("2026-09-02 06:00") for alarm in alarms)
    assert all(notification.package for notification in notification.parse_notifications(printed))
    assert all(call.id.startswith("TC@") for call in telecom.parse_calls(printed))
    assert all("because" in dispatcher.reason_in(line) for line in dispatcher.parse_dropped(printed))


def test_a_print_that_is_no_answer_is_unknown_and_not_empty() -> None:
    for printed in ("", "Can't find service: alarm\n", "Permission Denial: can't dump alarm from pid=1, uid=2000\n"):
        assert alarm.parse_alarms(printed) is None
        assert not notification.tells_notifications(printed)
        assert not telecom.tells_calls(printed)


def test_an_alarm_that_only_wakes_an_app_is_no_alarm_clock() -> None:
    printed = "Current Alarm Manager state:\n    RTC_WAKEUP #1: Alarm{0a type 0 origWhen 5 org.clock}\n"
    assert alarm.parse_alarms(printed) == ()
