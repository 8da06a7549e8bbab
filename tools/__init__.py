"""What developers run beside the package, from the root of the repository: `python -m tools.FOLDER.NAME`.

Nothing here is in the wheel. The first lines of a tool say what it does and how to call it.
"""
