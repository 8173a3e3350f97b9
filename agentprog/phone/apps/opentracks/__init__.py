"""OpenTracks: recorded tracks of sport in a list, one track's figures, their sums by kind of sport, and recording.

Written from public facts about the app at the version that AndroidWorld installs. The phone has no satellites: what is
recorded has a time and no distance. Maps, markers, intervals, charts, sensors, import and export are not there.
"""

from agentprog.phone.apps.opentracks.app import OpenTracks

__all__ = ["OpenTracks"]
