"""The system's own stores, which belong to no app: calendar, calls, media, and the packages that own them."""
