"""Does a step in plain words on the phone: look, decide, act, look again, judge by evidence, recover."""
