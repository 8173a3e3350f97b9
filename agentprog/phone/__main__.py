"""`python -m agentprog.phone`: runs one simulated phone until it is stopped."""

from __future__ import annotations

import sys

from agentprog.phone.process.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
