"""The rules as predicates over transcripts, a module a page; each wrong answer is blamed on one of them.

A rule knows what a port was asked and what it answered. It knows no port, no case and not the reference; `judge.py` alone compares.
"""
