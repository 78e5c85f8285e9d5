"""The workbench for extractive question answering."""

__version__ = "0.1.0"
