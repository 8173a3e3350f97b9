"""`python -m agentprog` is the same as `agentprog`."""

from agentprog.cli.main import main

if __name__ == "__main__":
    main()
