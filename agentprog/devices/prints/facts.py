"""Facts about the phone: maker, model, Android version and language."""

from __future__ import annotations

from agentprog.devices.link.transport import Transport
from agentprog.frozen import frozen

COMMAND = (
    "getprop ro.product.manufacturer; getprop ro.product.model; getprop ro.build.version.release; "
    "getprop ro.build.version.sdk; settings get system system_locales; getprop persist.sys.locale; "
    "getprop ro.product.locale"
)


@frozen
class Facts:
    """Facts about a phone. `language` is a BCP 47 tag such as `en-US`; unknown facts are empty or 0."""

    maker: str = ""
    model: str = ""
    android: str = ""
    sdk: int = 0
    language: str = ""


def read_facts(transport: Transport, seconds: float | None = None) -> Facts:
    """Ask the phone. Raises DeviceError."""
    return parse_facts(transport.shell(COMMAND, seconds=seconds).out)


def parse_facts(output: str) -> Facts:
    """The facts in the command's output. `settings` prints `null` for an unset value."""
    lines = [line.strip() for line in output.split("\n")] + [""] * 7
    maker, model, android, sdk, *locales = lines[:7]
    language = next(
        (locale.split(",")[0] for locale in locales if locale and locale != "null" and " " not in locale), ""
    )
    return Facts(
        maker=maker,
        model=model,
        android=android,
        sdk=int(sdk) if sdk.isdigit() else 0,
        language=language.replace("_", "-"),
    )
