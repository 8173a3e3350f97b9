"""Controls of a screen that are read or set as one: a month of days, a slider."""
