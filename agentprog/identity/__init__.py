"""Decides whether a text names the thing meant: every comparison of names, texts and records is here."""

from agentprog.identity.figures import amount, moment
from agentprog.identity.labels import title_of, without_initials
from agentprog.identity.matching import Match, One, Several, accents_apart, best, match, resolve, same, says
from agentprog.identity.normal import canon, keyed, unaccented
from agentprog.identity.pieces import is_piece, piece, pieces_of
from agentprog.identity.quotes import MARKS, Quote, quoted, quotes_in, unquoted
from agentprog.identity.records import Kind, Record
from agentprog.identity.telephone import digits_of, same_number
from agentprog.identity.words import words_of

__all__ = [
    "MARKS",
    "Kind",
    "Match",
    "One",
    "Quote",
    "Record",
    "Several",
    "accents_apart",
    "amount",
    "best",
    "canon",
    "digits_of",
    "is_piece",
    "keyed",
    "match",
    "moment",
    "piece",
    "pieces_of",
    "quoted",
    "quotes_in",
    "resolve",
    "same",
    "same_number",
    "says",
    "title_of",
    "unaccented",
    "unquoted",
    "without_initials",
    "words_of",
]
