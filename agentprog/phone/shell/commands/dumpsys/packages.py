"""dumpsys package."""

from __future__ import annotations

import zlib

from agentprog.phone.facade import PackageInfo
from agentprog.phone.rig import Rig


def package(rig: Rig, args: list[str]) -> str:
    return dump(rig, args)


def dump(rig: Rig, args: list[str]) -> str:
    """One package by name, or all of them."""
    names = [arg for arg in args if not arg.startswith("-") and arg not in ("packages", "p")]
    infos = rig.phone.packages.list()
    if names:
        infos = tuple(info for info in infos if info.package == names[0])
        if not infos:
            return f"Unable to find package: {names[0]}\n"
    resolver = "".join(_resolver(info) for info in infos if info.launch_activity)
    out = f"Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n{resolver}\nPackages:\n"
    return out + "".join(_package(info) for info in infos)


def _hash(name: str) -> str:
    return f"{zlib.crc32(name.encode()) & 0xFFFFFFF:x}"


def _resolver(info: PackageInfo) -> str:
    name = info.launch_activity
    short = name.removeprefix(info.package) if name.startswith(info.package + ".") else name
    return (
        f"        {_hash(name)} {info.package}/{short} filter {_hash(info.package)}\n"
        '          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n'
    )


def _package(info: PackageInfo) -> str:
    when = f"{info.first_install:%Y-%m-%d %H:%M:%S}" if info.first_install else "2023-10-15 15:34:00"
    flags = "SYSTEM HAS_CODE" if info.system else "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
    signature = _hash(info.package + ":signature")
    out = (
        f"  Package [{info.package}] ({_hash(info.package)}):\n    appId={info.uid}\n    userId={info.uid}\n"
        f"    pkg=Package{{{_hash(info.package)} {info.package}}}\n    codePath={info.path.rpartition('/')[0]}\n"
        f"    versionCode={info.version_code} minSdk={info.min_sdk} targetSdk={info.target_sdk}\n"
        f"    versionName={info.version_name}\n"
        f"    signatures=PackageSignatures{{{_hash(info.package)} version:3, signatures:[{signature}], "
        "past signatures:[]}\n"
        f"    flags=[ {flags} ]\n    pkgFlags=[ {flags} ]\n    dataDir=/data/user/0/{info.package}\n"
        f"    firstInstallTime={when}\n    lastUpdateTime={when}\n"
    )
    if info.permissions:
        out += "    requested permissions:\n" + "".join(f"      {name}\n" for name in info.permissions)
        out += "    runtime permissions:\n"
        out += "".join(f"      {name}: granted={str(on).lower()}\n" for name, on in info.permissions.items())
    state = 0 if info.enabled else 3
    user = "    User 0: installed=true hidden=false suspended=false stopped=false notLaunched=false"
    return f"{out}{user} enabled={state}\n"
