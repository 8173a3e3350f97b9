"""What the layers say to each other: Protocols of models, devices, clocks and listeners, and the data they exchange.

Frozen, keyword-only dataclasses without behaviour that touches the world. Coordinates are native pixels of the
screen as it is held (after rotation), origin top left; times are seconds unless a name says otherwise.
"""

from agentprog.ports.action import (
    Action,
    ActionResult,
    ClearText,
    DoubleTap,
    LongPress,
    OpenApp,
    OpenNotifications,
    PointTarget,
    PressKey,
    Scroll,
    Swipe,
    Tap,
    Target,
    TypeText,
    Wait,
    describe,
    is_effect,
)
from agentprog.ports.clock import Clock, SystemClock
from agentprog.ports.device import App, Device, DeviceInfo
from agentprog.ports.listener import Event, RunListener
from agentprog.ports.model import (
    Capabilities,
    ImagePart,
    Message,
    Model,
    ModelReply,
    ModelRequest,
    ScoreRequest,
    Scores,
    TextPart,
    Usage,
)
from agentprog.ports.outcome import Outcome, OutcomeKind
from agentprog.ports.screen import (
    Bounds,
    CaptureIssue,
    CaptureKind,
    Element,
    Role,
    Screen,
    Screenshot,
    Window,
)

__all__ = [
    "Action",
    "ActionResult",
    "App",
    "Bounds",
    "Capabilities",
    "CaptureIssue",
    "CaptureKind",
    "ClearText",
    "Clock",
    "Device",
    "DeviceInfo",
    "DoubleTap",
    "Element",
    "Event",
    "ImagePart",
    "LongPress",
    "Message",
    "Model",
    "ModelReply",
    "ModelRequest",
    "OpenApp",
    "OpenNotifications",
    "Outcome",
    "OutcomeKind",
    "PointTarget",
    "PressKey",
    "Role",
    "RunListener",
    "ScoreRequest",
    "Scores",
    "Screen",
    "Screenshot",
    "Scroll",
    "Swipe",
    "SystemClock",
    "Tap",
    "Target",
    "TextPart",
    "TypeText",
    "Usage",
    "Wait",
    "Window",
    "describe",
    "is_effect",
]
