"""Whether an effect has happened: the phone's records before and after it, compared by identity; else its screens."""
