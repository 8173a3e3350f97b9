"""The role splits of three training papers as grounders: CES, SWIRL and CODA, with their prompts and answers."""
