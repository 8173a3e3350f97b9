"""A recorded run done again: on a phone with a guard, or offline as a test."""
