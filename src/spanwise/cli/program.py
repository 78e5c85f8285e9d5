"""The command line as a process of its own, with nothing done that a process about to end need not do."""

import gc
import os
import sys

__all__ = ["program"]


def program() -> None:
    """Run the command line and end the process with its exit code."""
    # A command makes many small values that live until it ends, and none that hold each other in a ring: looking for
    # such rings, and taking the values apart one by one at the end, is a fifth of the time that scoring takes. Imports
    # make many values too, so the command line is imported behind this line.
    gc.disable()
    from spanwise.cli.main import main

    try:
        main()
    except SystemExit as stop:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(stop.code if isinstance(stop.code, int) else 1)
