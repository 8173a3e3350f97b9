"""The permissions that an app requests, from `dumpsys package`."""

from __future__ import annotations

from agentprog.devices.prints.packages import parse_permissions, parse_version

SAID = """Activity Resolver Table:
Packages:
  Package [org.other] (1f):
    requested permissions:
      android.permission.CAMERA
  Package [org.notes] (2f):
    versionName=1.0
    requested permissions:
      android.permission.INTERNET
      android.permission.WRITE_EXTERNAL_STORAGE: restricted=true
    install permissions:
      android.permission.VIBRATE: granted=true
"""


def test_the_permissions_of_one_package_are_read() -> None:
    names = {"android.permission.INTERNET", "android.permission.WRITE_EXTERNAL_STORAGE"}
    assert parse_permissions(SAID.replace("\n", "\r\n"), "org.notes") == names


def test_a_package_without_permissions_differs_from_an_unknown_package() -> None:
    assert parse_permissions("  Package [org.bare] (3f):\n    versionName=1.0\n", "org.bare") == frozenset()
    assert parse_permissions("Unable to find package: org.bare\n", "org.bare") is None


def test_the_version_is_that_of_the_package_that_was_asked_for() -> None:
    printed = (
        "Packages:\n  Package [org.bare] (1f):\n"
        "  Package [org.notes] (2f):\n    versionCode=412 minSdk=26 targetSdk=34\n"
    )
    assert parse_version(printed.replace("\n", "\r\n"), "org.notes") == "412"
    assert parse_version(printed, "org.bare") == ""
    assert parse_version("Unable to find package: org.gone\n", "org.gone") == ""
