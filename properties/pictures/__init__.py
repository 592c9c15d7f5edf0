"""The pictures of the pages, held to the reference: each is read as what it says and walked with cases, so that it cannot lie.

A module a page says how the words of its picture are meant; which belongs to which page is in `checks.py`. Nothing here draws, or judges a port.
"""
