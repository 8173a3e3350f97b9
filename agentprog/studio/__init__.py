"""Studio: one page on this computer on which a person watches, steers, inspects, records and looks back at runs."""
