"""`python -m spanwise` is `spanwise`."""

from spanwise.cli.main import main

if __name__ == "__main__":
    main()
