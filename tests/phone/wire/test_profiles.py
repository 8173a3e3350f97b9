"""Every device profile boots, and clients see its differences."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from agentprog import resources
from agentprog.errors import ConfigError, PhoneError
from agentprog.phone.kernel import loop
from agentprog.phone.kernel.wire_profile import load_wire_profile
from agentprog.phone.pace import load_latency
from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone
from agentprog.phone.rig import ShellResult

PROFILES = sorted(path.stem for path in (resources.folder("devices") / "profiles").glob("*.toml"))
LATENCIES = sorted(path.stem for path in (resources.folder("devices") / "latency").glob("*.toml"))


@pytest.fixture
def boot(tmp_path: Path) -> Callable[[str], Callable[[str], ShellResult]]:
    """Boots a phone of a profile; gives its shell."""

    def start(profile: str) -> Callable[[str], ShellResult]:
        sim = SimulatedPhone(PhoneOptions(storage=tmp_path / profile, profile=profile))
        sim.phone.clock.advance(1.0)
        return lambda command: loop.run(sim.run_shell(command))

    return start


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_boots_to_its_home_screen(
    profile: str, boot: Callable[[str], Callable[[str], ShellResult]]
) -> None:
    shell = boot(profile)
    size, density = shell("wm size").stdout, shell("wm density").stdout
    assert size.startswith("Physical size: ")
    assert shell("getprop ro.sf.lcd_density").stdout in density
    assert "mCurrentFocus=Window{" in shell("dumpsys window").stdout
    assert "<node" in shell("uiautomator dump /dev/tty").stdout
    assert shell("screencap -p /sdcard/x.png").code == 0


def test_old_android_prints_the_focus_elsewhere(boot: Callable[[str], Callable[[str], ShellResult]]) -> None:
    shell = boot("pixel-10")
    assert "mCurrentFocus=Window{" in shell("dumpsys window windows").stdout
    assert "mResumedActivity: ActivityRecord{" in shell("dumpsys activity activities").stdout
    assert "mIsInputViewShown=false" in shell("dumpsys input_method").stdout
    shell = boot("pixel-15")
    assert "mCurrentFocus" not in shell("dumpsys window windows").stdout
    assert "mIsInputViewShown" not in shell("dumpsys input_method").stdout
    assert "topResumedActivity=ActivityRecord{" in shell("dumpsys activity activities").stdout


@pytest.mark.parametrize(
    ("profile", "line"),
    [
        ("oneui", r"^      fl=81810100\}$"),
        ("flip", r"^  mFocusedApp=ActivityRecord\{c0fe1d u0 com\.android\.systemui/\.subscreen\.SubHomeActivity t9\}$"),
        ("originos", r"^  Window #\d+ Window\{com\.android\.systemui:\w+ u0 StatusBar type=2000 \}:$"),
        ("originos", r"^  mCurrentFocus=Window\{\w+ u0 [\w.]+/[\w.]+ type=1 \}$"),
        ("pixel", r"^      fl=LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR HARDWARE_ACCELERATED\}$"),
    ],
)
def test_windows_are_printed_in_the_makers_words(
    boot: Callable[[str], Callable[[str], ShellResult]], profile: str, line: str
) -> None:
    assert re.search(line, boot(profile)("dumpsys window").stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("profile", "home", "keyboard"),
    [
        ("pixel", "com.google.android.apps.nexuslauncher/.NexusLauncherActivity",
         "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"),
        ("oneui", "com.sec.android.app.launcher/.activities.LauncherActivity",
         "com.samsung.android.honeyboard/.service.HoneyBoardService"),
        ("flip", "com.sec.android.app.launcher/.activities.LauncherActivity",
         "com.samsung.android.honeyboard/.service.HoneyBoardService"),
        ("hyperos", "com.miui.home/.launcher.Launcher", "com.baidu.input_mi/.ImeService"),
        ("coloros", "com.android.launcher/.Launcher", "com.sohu.inputmethod.sogouoem/.SogouIME"),
        ("originos", "com.bbk.launcher2/.Launcher", "com.baidu.input_vivo/.ImeService"),
        ("magicos", "com.hihonor.android.launcher/.unihome.UniHomeLauncher",
         "com.baidu.input_hihonor/com.baidu.input_honor.ImeService"),
    ],
)  # fmt: skip
def test_launcher_and_keyboard_are_the_makers(
    boot: Callable[[str], Callable[[str], ShellResult]], profile: str, home: str, keyboard: str
) -> None:
    shell = boot(profile)
    asked = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"
    assert shell(asked).stdout.splitlines()[-1] == home
    assert f" {home} t" in shell("dumpsys activity activities").stdout
    package, _, activity = home.partition("/")
    assert f" {package}/{package}{activity}" in shell("dumpsys window").stdout
    assert shell("settings get secure default_input_method").stdout.strip() == keyboard
    assert f"mCurMethodId={keyboard}\n" in shell("dumpsys input_method").stdout
    listed = shell("ime list -s")
    assert listed.stdout.split() == ([] if "WRITE_SECURE_SETTINGS" in listed.stderr else [keyboard])
    assert f"package:{package}\n" in shell("pm list packages").stdout
    assert shell(f"pidof {package}").stdout.strip()


def test_a_phone_prints_policy_windows_and_displays_in_this_order(
    boot: Callable[[str], Callable[[str], ShellResult]],
) -> None:
    printed = boot("pixel")("dumpsys window").stdout
    heads = re.findall(r"^WINDOW MANAGER (\w+)", printed, re.MULTILINE)
    assert heads == ["POLICY", "WINDOWS", "DISPLAY"]


@pytest.mark.parametrize("profile", ["miui", "coloros"])
def test_settings_and_keyboards_are_closed_to_adb(
    boot: Callable[[str], Callable[[str], ShellResult]], profile: str
) -> None:
    shell = boot(profile)
    refused = shell("settings put system screen_off_timeout 9")
    assert "SecurityException: Permission denial: writing to settings requires:" in refused.stderr
    assert shell("settings get system screen_off_timeout").stdout != "9\n"
    assert "uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS" in shell("ime list -s").stderr


def test_miui_refuses_to_install_over_usb(boot: Callable[[str], Callable[[str], ShellResult]]) -> None:
    shell = boot("miui")
    shell("echo x > /data/local/tmp/x.apk")
    assert "INSTALL_FAILED_USER_RESTRICTED" in shell("pm install /data/local/tmp/x.apk").stdout


@pytest.mark.parametrize("name", LATENCIES)
def test_every_latency_profile_is_read(name: str) -> None:
    profile = load_latency(name)
    assert profile.name == name
    assert profile.holds is (name != "zero")
    assert bool(profile.spreads) is (name != "zero")


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="no device profile") as profile:
        load_wire_profile("nokia")
    assert "pixel" in profile.value.hint
    with pytest.raises(PhoneError, match="no latency profile") as latency:
        load_latency("lunar")
    assert "slow-wifi" in latency.value.hint


def test_every_profile_is_in_the_documentation(checkout: Path) -> None:
    text = (checkout / "docs/simulated-phone.md").read_text(encoding="utf-8")
    cells = {name for row in re.findall(r"^\| ([\w, -]+) \|", text, re.MULTILINE) for name in row.split(", ")}
    assert [name for name in PROFILES if name not in cells] == []
