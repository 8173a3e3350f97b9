"""Whom a person means by words of their own ("my sister"): kept by a contact's id, and by nobody's word but theirs."""
