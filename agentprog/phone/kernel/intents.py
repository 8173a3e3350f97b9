"""An intent as Android prints it."""

from __future__ import annotations

from agentprog.phone.records import Intent


def describe_intent(intent: Intent, has_extras: bool) -> str:
    """The inside of `Intent { ... }`."""
    parts = []
    if intent.action:
        parts.append(f"act={intent.action}")
    if intent.categories:
        parts.append(f"cat=[{','.join(intent.categories)}]")
    if intent.data:
        scheme, colon, rest = intent.data.partition(":")
        hidden = scheme in ("tel", "sms", "smsto", "mailto", "http", "https")
        parts.append(f"dat={scheme}{colon}{_veiled(scheme, rest) if hidden else rest}")
    if intent.mime_type:
        parts.append(f"typ={intent.mime_type}")
    if intent.package:
        parts.append(f"pkg={intent.package}")
    if intent.component:
        package, _, name = intent.component.partition("/")
        short = name.removeprefix(package) if name.startswith(package + ".") else name
        parts.append(f"cmp={package}/{short}")
    if has_extras:
        parts.append("(has extras)")
    return " ".join(parts)


def _veiled(scheme: str, rest: str) -> str:
    """A URI without its private parts, in the form of `Uri.toSafeString`."""
    if scheme in ("http", "https"):
        return f"//{rest.removeprefix('//').partition('/')[0].partition('?')[0]}/..."
    return "".join(sign if sign in "-@." else "x" for sign in rest)
