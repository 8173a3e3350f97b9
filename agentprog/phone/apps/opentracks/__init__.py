"""OpenTracks: a list of recorded sports tracks, a track's figures, sums by kind of sport, and recording.

Written from public facts about the app, in the version that AndroidWorld installs. The phone has no satellites, so a
recording has a time and no distance. It lacks maps, markers, intervals, charts, sensors, import and export.
"""

from agentprog.phone.apps.opentracks.app import OpenTracks

__all__ = ["OpenTracks"]
