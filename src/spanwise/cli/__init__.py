"""The command line: one file a command, which parses, calls the library and prints."""
