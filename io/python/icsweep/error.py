"""The one exception of this package."""


class StoreError(Exception):
    """A store that cannot be read, or a question that the program refuses: one line that says what is wrong and what to do."""
