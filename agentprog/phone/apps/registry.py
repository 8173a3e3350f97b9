"""Every app and provider that a phone can have. A new app is one line here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agentprog.phone.apps.base import App
from agentprog.phone.apps.broccoli import Broccoli
from agentprog.phone.apps.browser import Chrome
from agentprog.phone.apps.calendar import SimpleCalendar
from agentprog.phone.apps.chooser import SystemShare
from agentprog.phone.apps.clipper import Clipper
from agentprog.phone.apps.clock import DeskClock
from agentprog.phone.apps.clock.ringing import RingHost, Ringing
from agentprog.phone.apps.contacts import Contacts
from agentprog.phone.apps.contacts.provider import ContactsProvider
from agentprog.phone.apps.dialer import Dialer
from agentprog.phone.apps.drawn import LampField, Larder, NoticeBoard, PinMap, TallySheet
from agentprog.phone.apps.expense import ProExpense
from agentprog.phone.apps.files import FilesApp
from agentprog.phone.apps.gallery import SimpleGallery
from agentprog.phone.apps.hostile import DailyPrizes
from agentprog.phone.apps.joplin import Joplin
from agentprog.phone.apps.launcher import launcher_of
from agentprog.phone.apps.markor import Markor
from agentprog.phone.apps.opentracks import OpenTracks
from agentprog.phone.apps.permissions import PermissionController
from agentprog.phone.apps.settings import SettingsApp
from agentprog.phone.apps.sms import SmsMessenger
from agentprog.phone.apps.sms.multimedia import MmsProvider
from agentprog.phone.apps.sms.telephony import SmsProvider
from agentprog.phone.apps.stores.calendar import CalendarProvider
from agentprog.phone.apps.stores.calls import CallLogProvider, LineHost
from agentprog.phone.apps.stores.media import MediaProvider
from agentprog.phone.apps.stores.packages import CalendarStorage, ContactsStorage, MediaStorage, PhoneStorage
from agentprog.phone.apps.tasks import Tasks
from agentprog.phone.kernel.profile import Profile
from agentprog.phone.kernel.providers import Provider

_APPS: tuple[type[App], ...] = (
    PermissionController,
    ContactsStorage,
    PhoneStorage,
    Contacts,
    SmsMessenger,
    Markor,
    SimpleCalendar,
    ProExpense,
    DeskClock,
    FilesApp,
    Broccoli,
    SettingsApp,
    SystemShare,
    DailyPrizes,
    Clipper,
    Dialer,
    Chrome,
    CalendarStorage,
    MediaStorage,
    TallySheet,
    Larder,
    NoticeBoard,
    LampField,
    PinMap,
    Tasks,
    Joplin,
    OpenTracks,
    SimpleGallery,
)


def apps_of(profile: Profile) -> tuple[type[App], ...]:
    """The apps of a phone of this kind, its maker's launcher first."""
    return (launcher_of(profile.launcher), *_APPS)


class Host(RingHost, LineHost, Protocol):
    """The phone's functions that providers need."""


def providers_for(host: Host) -> Sequence[Provider]:
    """The content providers of one phone."""
    return (
        ContactsProvider(host),
        SmsProvider(host),
        MmsProvider(host),
        Ringing(host),
        CallLogProvider(host),
        CalendarProvider(host),
        MediaProvider(host),
    )
