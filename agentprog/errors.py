"""The error tree. Every error that reaches a user is one of these; foreign exceptions are mapped at their adapter.

    AgentProgError                 message, hint, exit_code
    ├── RunError              1    the program failed while it ran: a value, a file, a call; names the line
    │   ├── AnswerMismatch         the answer is not of the type that was asked for
    │   └── Contradicted           the phone's own records say that something else was done
    ├── UsageError            2    the command, its arguments or its files are wrong
    │   ├── ConfigError            a configuration value is wrong
    │   └── ProgramError           the program has errors; carries rendered diagnostics
    ├── DeviceError           3    the phone, adb or the automation server
    │   ├── NoDevice               nothing attached
    │   ├── SeveralDevices         more than one attached and none named
    │   ├── DeviceUnauthorized     the phone has not allowed this computer
    │   ├── DeviceOffline          adb lists the phone, the phone does not answer
    │   ├── DeviceGone             the connection broke
    │   ├── DeviceTimeout          an operation did not finish in its time
    │   ├── DeviceBusy             another run uses the device
    │   ├── DeviceLocked           the lock asks for what only its owner can give
    │   ├── AutomationLost         the uiautomator2 server or UiAutomation is gone or taken
    │   └── InjectionDenied        the phone refuses injected input
    ├── PhoneError            3    a simulated phone could not be started, found or reached
    └── ModelError            4    a language model
        ├── ModelNotConfigured     no model named, or its key or weights are missing
        ├── ModelUnreachable       no connection, or the provider failed
        ├── ModelRejected          the provider refused: key, quota, unknown model, context too long
        ├── ModelCrashed           the process of a local model died
        └── ModelReplyInvalid      the reply could not be understood after one repair
            └── ModelReplyCut      the reply broke off, and half of it is of no use

`Stop` and its children are *control signals*, not failures: they leave every recovery alone and end the run.

    Stop
    ├── Cancelled           130    Ctrl-C, or the API's cancel
    ├── OutOfBudget           5    actions, model calls, tokens, money or time
    ├── NeedsHuman            6    a question nobody was there to answer
    └── Infeasible            8    the task cannot be done on this phone
"""

from __future__ import annotations

from typing import ClassVar


class AgentProgError(Exception):
    """An error that a person can act on.

    `message` says what went wrong and where, `hint` what to do about it (may be empty). `evidence` keeps the source's
    raw words (a provider's body, adb's output) for the trace, never for the first line.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "", evidence: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.evidence = evidence

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class RunError(AgentProgError):
    """The program could not go on. `line` is the line that failed, 0 when it has none."""

    def __init__(self, message: str, *, hint: str = "", evidence: str = "", line: int = 0) -> None:
        super().__init__(message, hint=hint, evidence=evidence)
        self.line = line


class AnswerMismatch(RunError):
    pass


class Contradicted(RunError):
    pass


class UsageError(AgentProgError):
    exit_code = 2


class ConfigError(UsageError):
    pass


class ProgramError(UsageError):
    pass


class DeviceError(AgentProgError):
    exit_code = 3


class NoDevice(DeviceError):
    pass


class SeveralDevices(DeviceError):
    pass


class DeviceUnauthorized(DeviceError):
    pass


class DeviceOffline(DeviceError):
    pass


class DeviceGone(DeviceError):
    pass


class DeviceTimeout(DeviceError):
    pass


class DeviceBusy(DeviceError):
    pass


class DeviceLocked(DeviceError):
    pass


class AutomationLost(DeviceError):
    pass


class InjectionDenied(DeviceError):
    pass


class PhoneError(AgentProgError):
    exit_code = 3


class ModelError(AgentProgError):
    exit_code = 4


class ModelNotConfigured(ModelError):
    pass


class ModelUnreachable(ModelError):
    pass


class ModelRejected(ModelError):
    pass


class ModelCrashed(ModelError):
    pass


class ModelReplyInvalid(ModelError):
    pass


class ModelReplyCut(ModelReplyInvalid):
    pass


class Stop(Exception):
    """Ends a run from wherever it is. Not an error: never caught by recovery."""

    exit_code: ClassVar[int] = 130

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Cancelled(Stop):
    exit_code = 130


class OutOfBudget(Stop):
    exit_code = 5


class NeedsHuman(Stop):
    exit_code = 6


class Infeasible(Stop):
    exit_code = 8
