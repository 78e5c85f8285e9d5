"""`python -m spanwise` is `spanwise`."""

from spanwise.cli.program import program

if __name__ == "__main__":
    program()
