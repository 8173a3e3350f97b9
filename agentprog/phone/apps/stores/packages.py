"""The packages that own the system's databases, so that `pm clear` can empty them."""

from __future__ import annotations

from typing import ClassVar

from agentprog.phone.apps.base import App


class StoragePackage(App):
    """A system package without a screen."""

    system: ClassVar[bool] = True
    hidden: ClassVar[bool] = True


class ContactsStorage(StoragePackage):
    package: ClassVar[str] = "com.android.providers.contacts"
    label: ClassVar[str] = "Contacts Storage"


class PhoneStorage(StoragePackage):
    package: ClassVar[str] = "com.android.providers.telephony"
    label: ClassVar[str] = "Phone and Messaging Storage"


class CalendarStorage(StoragePackage):
    package: ClassVar[str] = "com.android.providers.calendar"
    label: ClassVar[str] = "Calendar Storage"


class MediaStorage(StoragePackage):
    package: ClassVar[str] = "com.google.android.providers.media.module"
    label: ClassVar[str] = "Media picker"
