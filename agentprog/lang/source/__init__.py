"""Splits a program's text into logical lines with their places. In lenient mode it also repairs them."""
