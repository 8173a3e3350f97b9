"""Colours by role, light and dark, tinted by each app."""

from __future__ import annotations

from agentprog.frozen import frozen, replace


@frozen
class Theme:
    """Colours as `#RRGGBB`."""

    primary: str = "#6750A4"
    on_primary: str = "#FFFFFF"
    container: str = "#EADDFF"
    on_container: str = "#21005D"
    background: str = "#FEF7FF"
    surface: str = "#FFFFFF"
    raised: str = "#ECE6F0"
    text: str = "#1D1B20"
    muted: str = "#5F5B66"
    hint: str = "#79747E"
    divider: str = "#E3DEE8"
    error: str = "#B3261E"
    inverse: str = "#322F35"
    on_inverse: str = "#F5EFF7"
    dark: bool = False


LIGHT = Theme()
DARK = Theme(
    primary="#D0BCFF",
    on_primary="#381E72",
    container="#4F378B",
    on_container="#EADDFF",
    background="#141218",
    surface="#211F26",
    raised="#2B2930",
    text="#E6E0E9",
    muted="#CAC4D0",
    hint="#938F99",
    divider="#36343B",
    error="#F2B8B5",
    inverse="#E6E0E9",
    on_inverse="#322F35",
    dark=True,
)


def tinted(theme: Theme, primary: str, container: str = "", background: str = "") -> Theme:
    """An app's own accent on the system's light or dark theme. Dark themes keep their background."""
    if theme.dark:
        return replace(theme, primary=container or theme.primary, container=primary)
    return replace(
        theme,
        primary=primary,
        container=container or theme.container,
        background=background or theme.background,
    )
