"""Every app and provider that a phone can have. A new app is one line here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

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
from agentprog.phone.apps.expense import ProExpense
from agentprog.phone.apps.files import FilesApp
from agentprog.phone.apps.hostile import DailyPrizes
from agentprog.phone.apps.launcher import Launcher
from agentprog.phone.apps.markor import Markor
from agentprog.phone.apps.permissions import PermissionController
from agentprog.phone.apps.settings import SettingsApp
from agentprog.phone.apps.sms import SmsMessenger
from agentprog.phone.apps.sms.telephony import SmsProvider
from agentprog.phone.kernel.providers import Provider


class ContactsStorage(App):
    """The package that owns the contacts database, so that `pm clear` can empty it."""

    package: ClassVar[str] = "com.android.providers.contacts"
    label: ClassVar[str] = "Contacts Storage"
    system: ClassVar[bool] = True
    hidden: ClassVar[bool] = True


class PhoneStorage(App):
    """The package that owns the message database."""

    package: ClassVar[str] = "com.android.providers.telephony"
    label: ClassVar[str] = "Phone and Messaging Storage"
    system: ClassVar[bool] = True
    hidden: ClassVar[bool] = True


APPS: tuple[type[App], ...] = (
    Launcher,
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
    Chrome,
)


def providers_for(host: RingHost) -> Sequence[Provider]:
    """The content providers of one phone."""
    return (ContactsProvider(host), SmsProvider(host), Ringing(host))
