"""`am` and `monkey`: activities, processes and broadcasts."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

from agentprog.phone.facade import Intent, StartStatus
from agentprog.phone.kernel.intents import describe_intent
from agentprog.phone.shell.call import Call, option
from agentprog.phone.shell.commands import broadcasts
from agentprog.phone.shell.commands.intents import BadIntent, parse_intent
from agentprog.phone.shell.commands.printed import told

_LAUNCHER = "android.intent.category.LAUNCHER"


async def am(call: Call) -> int:
    verb, args = (call.args[0], list(call.args[1:])) if call.args else ("", [])
    handlers = {
        **dict.fromkeys(("start", "start-activity"), _start),
        **dict.fromkeys(("startservice", "start-service", "start-foreground-service", "stopservice"), _service),
        "broadcast": _broadcast,
        **dict.fromkeys(("force-stop", "stop-app"), _force_stop),
        "kill": _kill,
        "kill-all": _kill_all,
        "crash": _crash,
    }
    if verb not in handlers:
        return await told("answers")["activity"](call)
    option(args, "--user")
    try:
        return await handlers[verb](call, args)
    except BadIntent as exc:
        return call.complain(f"Error: {exc}")


async def _start(call: Call, args: list[str]) -> int:
    parsed = parse_intent(args)
    if parsed.stop_first and parsed.intent.component:
        target = parsed.intent.component.partition("/")[0]
        call.say(f"Stopping: {target}\n")
        call.phone.activities.force_stop(target)
    call.say(f"Starting: Intent {{ {describe_intent(parsed.intent, parsed.has_extras)} }}\n")
    call.rig.faults.note("start")
    result = call.phone.activities.start(parsed.intent)
    if result.status is StartStatus.UNKNOWN_CLASS:
        words = f"Error type 3\nError: Activity class {{{_full(parsed.intent.component)}}} does not exist."
        return _refused(call, words, waiting=parsed.wait)
    if result.activity is None:
        shown = describe_intent(parsed.intent, parsed.has_extras)
        words = f"Error: Activity not started, unable to resolve Intent {{ {shown} flg=0x10000000 }}"
        return _refused(call, words, waiting=parsed.wait)
    if result.status is StartStatus.BROUGHT_TO_FRONT:
        words = "Warning: Activity not started, intent has been delivered to currently running top-most instance."
        if parsed.wait:
            call.say(words + "\n")
        else:
            call.complain(words, 0)
    if parsed.wait:
        state = "COLD" if result.status is StartStatus.STARTED else "HOT"
        call.say(f"Status: ok\nLaunchState: {state}\nActivity: {result.activity.component}\n")
        call.say("TotalTime: 312\nWaitTime: 325\nComplete\n")
    return 0


def _refused(call: Call, words: str, *, waiting: bool) -> int:
    """Report a refusal: `am start -W` writes it to stdout, plain `am start` to stderr. Both exit with 1."""
    if waiting:
        call.say(words + "\n")
        return 1
    return call.complain(words)


def _full(component: str) -> str:
    package, _, name = component.partition("/")
    return f"{package}/{package + name if name.startswith('.') else name}"


async def _service(call: Call, args: list[str]) -> int:
    parsed = parse_intent(args)
    verb = "Stopping" if call.args[0] == "stopservice" else "Starting"
    call.say(f"{verb} service: Intent {{ {describe_intent(parsed.intent, parsed.has_extras)} }}\n")
    package = parsed.intent.component.partition("/")[0] or parsed.intent.package
    if call.phone.packages.get(package) is None:
        return call.complain("Error: Not found; no service started.")
    return 0


async def _broadcast(call: Call, args: list[str]) -> int:
    parsed = parse_intent(args)
    extras = " (has extras)" if parsed.has_extras else ""
    call.say(f"Broadcasting: Intent {{ {describe_intent(parsed.intent, False)} flg=0x400000{extras} }}\n")
    result = broadcasts.deliver(call.rig, parsed.intent)
    shown = f', data="{result.data}"' if result.data is not None else ""
    call.say(f"Broadcast completed: result={result.code}{shown}\n")
    return 0


async def _force_stop(call: Call, args: list[str]) -> int:
    for package in (arg for arg in args if not arg.startswith("-")):
        call.phone.activities.force_stop(package)
    return 0


async def _kill(call: Call, args: list[str]) -> int:
    """`am kill` ends background processes only."""
    resumed = call.phone.activities.resumed()
    for package in args:
        if resumed is None or resumed.package != package:
            call.phone.activities.kill(package)
    return 0


async def _kill_all(call: Call, args: list[str]) -> int:
    resumed = call.phone.activities.resumed()
    for process in call.phone.activities.processes():
        info = call.phone.packages.get(process.package)
        if info is not None and not info.system and (resumed is None or resumed.package != process.package):
            call.phone.activities.kill(process.package)
    return 0


async def _crash(call: Call, args: list[str]) -> int:
    for package in args:
        call.phone.stage.crash(package)
    return 0


async def monkey(call: Call) -> int:
    """`monkey -p PACKAGE -c CATEGORY COUNT`: clients launch an app with it if they do not know its activity."""
    args = list(call.args)
    packages = [args[at + 1] for at, arg in enumerate(args[:-1]) if arg == "-p"]
    for at, arg in enumerate(args):
        call.say(f"  bash arg: {arg}\n" if at < 4 else "")
    if not packages:
        return call.complain("** Error: this phone's monkey only launches packages: -p is needed", 252)
    for package in packages:
        info = call.phone.packages.get(package)
        if info is None or not info.launch_activity or not info.enabled:
            call.complain("args: " + str(args).replace("'", '"'))
            return call.complain("** No activities found to run, monkey aborted.", 252)
        intent = Intent(
            action="android.intent.action.MAIN",
            component=f"{package}/{info.launch_activity}",
            categories=(_LAUNCHER,),
        )
        call.rig.faults.note("start")
        call.phone.activities.start(intent)
    count = args[-1] if args and args[-1].isdigit() else "1"
    call.say(
        f"Events injected: {count}\n## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)\n"
    )
    return 0
