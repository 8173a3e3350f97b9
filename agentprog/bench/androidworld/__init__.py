"""AndroidWorld's own suite on a phone over stock adb: its task code, evaluators and agents untouched."""
