"""`python -m spanwise` is `spanwise`."""

from spanwise.cli.main import program

if __name__ == "__main__":
    program()
