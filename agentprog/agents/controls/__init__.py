"""Controls that are read or set as a whole: a month of days, a slider."""
