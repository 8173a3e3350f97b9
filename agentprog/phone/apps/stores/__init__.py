"""The system's own stores, which no app of the phone owns: calendar, calls, media; and the packages that hold them."""
