"""What must hold: the pages, the port interface, its wire form, and the record of what was released.

Read README.md first. Nothing here does or judges anything, and nothing of the project is imported.
"""
