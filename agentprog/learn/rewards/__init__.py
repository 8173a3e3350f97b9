"""Rewards of a role's answer by the resulting action: the rules of CES, SWIRL and CODA."""
