"""A person's own names for contacts ("my sister"): stored with the contact's id, and only on that person's word."""
