"""Settings, clock and files by hand."""

from __future__ import annotations

from agentprog.bench.aw.oracle.hand import Hand

SETTINGS = "com.android.settings"
CLOCK = "com.google.android.deskclock"
CLIPPER = "ca.zgrs.clipper"
FILES = "com.google.android.documentsui"
_STORAGE = "sdk_gphone_x86_64"


def switch_wifi(hand: Hand) -> None:
    hand.open(SETTINGS)
    hand.tap("Network & internet")
    hand.tap("Internet")
    hand.tap("Wi\u2011Fi")


def switch_bluetooth(hand: Hand) -> None:
    hand.open(SETTINGS)
    hand.tap("Connected devices")
    hand.tap("Connection preferences")
    hand.tap("Bluetooth")
    hand.tap("Use Bluetooth")


def set_brightness(hand: Hand, *, most: bool) -> None:
    hand.open(SETTINGS)
    hand.scroll_to("Display").click()
    hand.tap("Brightness level")
    bounds = hand.await_(id="slider").info["bounds"]
    y = (bounds["top"] + bounds["bottom"]) // 2
    hand.device.swipe(
        (bounds["left"] + bounds["right"]) // 2, y, bounds["right"] - 1 if most else bounds["left"], y, duration=0.5
    )


def set_timer(hand: Hand, hours: int, minutes: int, seconds: int) -> None:
    hand.open(CLOCK)
    hand.tap(desc="Timer")
    for digit in f"{hours}{minutes:02d}{seconds:02d}".lstrip("0"):
        hand.tap(id=f"timer_setup_digit_{digit}")


def run_timer(hand: Hand, hours: int, minutes: int, seconds: int) -> None:
    set_timer(hand, hours, minutes, seconds)
    hand.tap(desc="Start")
    hand.await_(id="timer_text")


def run_stopwatch(hand: Hand) -> None:
    hand.open(CLOCK)
    hand.tap(desc="Stopwatch")
    hand.tap(desc="Start")
    hand.await_(desc="Pause")


def open_stopwatch(hand: Hand) -> None:
    hand.open(CLOCK)
    hand.tap(desc="Stopwatch")
    hand.await_(desc="Start")


def copy_text(hand: Hand, text: str) -> None:
    """Copy a text with the app Clipper."""
    hand.open(CLIPPER)
    hand.write(text, id="text")
    hand.leave_keyboard()
    hand.tap(id="copy")
    hand.await_(text, id="clipboard")


def open_folder(hand: Hand, folder: str) -> None:
    hand.open(FILES)
    _to_storage(hand)
    hand.scroll_to(folder).click()


def _to_storage(hand: Hand) -> None:
    hand.tap(desc="Show roots")
    hand.tap(_STORAGE)


def delete_file(hand: Hand, folder: str, name: str) -> None:
    open_folder(hand, folder)
    hand.scroll_to(name).long_click(duration=0.8)
    hand.tap(desc="Delete")
    hand.await_(f'Delete "{name}"?')
    hand.tap("OK")
    hand.until(lambda: not hand.sees(name), "the file to go")


def move_file(hand: Hand, name: str, source: str, target: str) -> None:
    open_folder(hand, source)
    hand.scroll_to(name).long_click(duration=0.8)
    hand.tap(desc="More options")
    hand.tap("Move to\u2026")
    _to_storage(hand)
    hand.scroll_to(target).click()
    hand.tap("Move")
    hand.until(lambda: not hand.sees("Move"), "the file to be moved")
