"""The exception of this package."""


class StoreError(Exception):
    """A store cannot be read, or the program refuses a question. The text is one line: what is wrong, and what to do."""
