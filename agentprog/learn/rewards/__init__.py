"""How good an answer of a role is, by the action that it leads to: the rules of CES, SWIRL and CODA."""
