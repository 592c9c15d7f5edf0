"""The laws, a module a page, each a function with its conditions in its docstring, which begins with the rule's id.

How a law is put to the prover is told in `check.py`, how its predicate is asked in `kept.py`; neither is here.
"""
