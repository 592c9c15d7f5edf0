"""Ports that are wrong on purpose, a few lines over the reference each, with the rules that they break: they show what the rules find.

Nothing here judges; drivers that misbehave on the wire are in `tests/misbehaving`.
"""
