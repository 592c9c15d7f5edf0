"""Where calls come from: the pages' examples, lattices of boundaries, short lifetimes in full, races, and Hypothesis on top; `batches.py` lists them.

A case knows the port interface alone: it holds no answer, asserts nothing, and names no rule.
"""
