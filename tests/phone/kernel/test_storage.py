from __future__ import annotations

import stat

import pytest

from agentprog.phone.kernel.apk import read_archive
from agentprog.phone.records import PackageError
from agentprog.phone.system.phone import SimPhone


def test_sdcard_is_an_alias_and_times_are_the_phones(phone: SimPhone) -> None:
    phone.files.write("/sdcard/Download/a.txt", b"hi")
    assert phone.files.read("/storage/emulated/0/Download/a.txt") == b"hi"
    found = phone.files.stat("/sdcard/Download/a.txt")
    assert found is not None
    assert stat.S_ISREG(found.mode)
    assert abs(found.mtime - int(phone.clock.now().timestamp())) <= 1
    assert [f.name for f in phone.files.list("/sdcard/Download")] == ["a.txt"]


def test_paths_cannot_leave_the_image(phone: SimPhone) -> None:
    assert phone.storage.host_path("/sdcard/../../../../../etc/passwd").is_relative_to(phone.disk.folder)


def test_file_errors_are_the_usual_ones(phone: SimPhone) -> None:
    assert phone.files.stat("/sdcard/none") is None
    with pytest.raises(FileNotFoundError):
        phone.files.read("/sdcard/none")
    with pytest.raises(IsADirectoryError):
        phone.files.read("/sdcard")
    phone.files.write("/sdcard/f", b"")
    with pytest.raises(NotADirectoryError):
        phone.files.list("/sdcard/f")
    with pytest.raises(OSError, match="not empty"):
        phone.files.remove("/sdcard")


def test_something_that_is_no_apk_is_refused(phone: SimPhone) -> None:
    with pytest.raises(PackageError, match="INSTALL_FAILED_INVALID_APK"):
        phone.packages.install(b"not a zip")


def test_the_uiautomator_apk_is_recognised_and_brings_its_keyboard(phone: SimPhone) -> None:
    from pathlib import Path

    import uiautomator2

    apk = (Path(uiautomator2.__file__).parent / "assets/app-uiautomator.apk").read_bytes()
    assert read_archive(apk, "en-US").manifest.package == "com.github.uiautomator"
    assert not phone.ime.enable("com.github.uiautomator/.AdbKeyboard")
    assert phone.packages.install(apk).path == "/data/app/com.github.uiautomator-1/base.apk"
    assert phone.ime.enable("com.github.uiautomator/.AdbKeyboard")
    assert phone.ime.select("com.github.uiautomator/.AdbKeyboard")
    phone.packages.uninstall("com.github.uiautomator")
    assert [i.id.split("/")[0] for i in phone.ime.list()] == ["com.google.android.inputmethod.latin"]
    assert phone.settings.get("secure", "default_input_method") == phone.ime.list()[0].id
