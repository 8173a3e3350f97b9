"""`cmd device_state`: whether a foldable is open or closed. Modelled on Android 14; other phones have one state."""

from __future__ import annotations

from agentprog.phone.shell.call import Call

_CLOSED, _OPENED, _DEFAULT = (0, "CLOSED"), (2, "OPENED"), (0, "DEFAULT")


def _states(call: Call) -> tuple[tuple[int, str], ...]:
    return (_CLOSED, _OPENED) if call.phone.display.foldable else (_DEFAULT,)


def _current(call: Call) -> tuple[int, str]:
    if not call.phone.display.foldable:
        return _DEFAULT
    return _CLOSED if call.phone.display.folded else _OPENED


def _words(state: tuple[int, str]) -> str:
    return f"DeviceState{{identifier={state[0]}, name='{state[1]}', app_accessible=true}}"


async def device_state(call: Call) -> int:
    """`print-state`, `print-states`, `state [ID | reset]`."""
    verb, state = (*call.args, "", "")[:2]
    if verb == "print-state":
        call.say(f"{_current(call)[0]}\n")
    elif verb == "print-states":
        call.say("Supported states: [\n" + "".join(f"  {_words(s)},\n" for s in _states(call)) + "]\n")
    elif verb == "state" and not state:
        call.say(f"Committed state: {_words(_current(call))}\n")
    elif verb == "state":
        return _request(call, state)
    else:
        return call.complain(f"Unknown command: {verb}\nDevice state manager (device_state) commands:\n  help", 255)
    return 0


def _request(call: Call, state: str) -> int:
    known = {str(number): name for number, name in _states(call)}
    if state != "reset" and state not in known:
        return call.complain(f"Error: Requested state: {state} is not supported.", 255)
    if call.phone.display.foldable:
        call.phone.display.fold(state == str(_CLOSED[0]))
    return 0
