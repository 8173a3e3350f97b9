"""The only way to the phone: opened once, seen by its eyes, touched through the gate with a record before and after."""
