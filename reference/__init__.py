"""The minimal implementation of the rules, a module a page; `python -m reference` serves it on the wire."""
