"""Decides whether an effect has happened: by the phone's records before and after it, compared by identity, else by
screens.
"""
