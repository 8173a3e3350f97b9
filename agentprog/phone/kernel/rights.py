"""Access rights: permissions by user id, and app operations that can withdraw them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping

from agentprog.phone.kernel.storage import Storage
from agentprog.phone.records import ROOT, SHELL, SYSTEM, Caller

_FILE = "/data/system/appops.json"
MODES = ("allow", "ignore", "deny", "default", "foreground")
_DEFAULTS = {"WRITE_SMS": "ignore", "MANAGE_EXTERNAL_STORAGE": "default", "GET_USAGE_STATS": "default"}
"""Operations that are not allowed unless somebody says so."""

# The permissions in the manifest of AOSP's com.android.shell that a provider of this phone asks for.
_SHELL_HOLDS = frozenset(
    f"android.permission.{name}"
    for name in (
        "READ_SMS",
        "SEND_SMS",
        "READ_CONTACTS",
        "WRITE_CONTACTS",
        "READ_CALENDAR",
        "WRITE_CALENDAR",
        "READ_EXTERNAL_STORAGE",
        "WRITE_EXTERNAL_STORAGE",
        "WRITE_SETTINGS",
        "WRITE_SECURE_SETTINGS",
        "CALL_PHONE",
        "DUMP",
    )
)


class AppOps:
    """Modes that were set, by package and operation; they last like any setting."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._modes: dict[str, dict[str, str]] = {}

    def load(self) -> None:
        """Read the modes again, after the image changed underneath."""
        stored = self._storage.host_path(_FILE)
        self._modes = json.loads(stored.read_bytes()) if stored.is_file() else {}

    def mode(self, package: str, op: str) -> str:
        return self._modes.get(package, {}).get(op) or _DEFAULTS.get(op, "allow")

    def changed(self, package: str) -> Mapping[str, str]:
        return dict(sorted(self._modes.get(package, {}).items()))

    def set(self, package: str, op: str, mode: str) -> None:
        """Set a mode. Raises ValueError for an unknown one."""
        if mode not in MODES:
            raise ValueError(f"Invalid mode: {mode}")
        modes = self._modes.setdefault(package, {})
        if mode == "default":
            modes.pop(op, None)
        else:
            modes[op] = mode
        self._save()

    def reset(self, package: str = "") -> None:
        """Restore the defaults, for one package or for all."""
        if package:
            self._modes.pop(package, None)
        else:
            self._modes.clear()
        self._save()

    def _save(self) -> None:
        changed = {package: modes for package, modes in self._modes.items() if modes}
        self._storage.write(_FILE, json.dumps(changed, indent=1, sort_keys=True).encode())


class Rights:
    """Root and the system may everything, the shell what its manifest names and its maker leaves it, an app what the
    person granted."""

    def __init__(
        self,
        granted: Callable[[str, str], bool],
        uid_of: Callable[[str], int],
        ops: AppOps,
        *,
        withheld: Collection[str] = (),
    ) -> None:
        self._granted = granted
        self._shell = _SHELL_HOLDS - {f"android.permission.{name}" for name in withheld}
        self.uid = uid_of
        self._ops = ops

    def holds(self, caller: Caller, permission: str) -> bool:
        if not permission or caller.uid in (ROOT.uid, SYSTEM.uid):
            return True
        if caller.uid == SHELL.uid:
            return permission in self._shell
        return self._granted(caller.package, permission)

    def owns(self, caller: Caller, package: str) -> bool:
        """True if the caller may use a package's private things; an empty package has none."""
        return not package or caller.uid in (ROOT.uid, SYSTEM.uid, self.uid(package))

    def may(self, caller: Caller, op: str) -> bool:
        """True if an operation is allowed. Root is no exception: operations are denied by package, and root's is called
        `root`.
        """
        return not op or caller.uid == SYSTEM.uid or self._ops.mode(caller.package, op) == "allow"
