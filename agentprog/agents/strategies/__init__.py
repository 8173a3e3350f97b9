"""The role splits of three training papers as grounders: CES, SWIRL and CODA; how their roles are asked and answer."""
