"""What judges a port, and what keeps the project true to itself: cases make calls, the harness asks, rules judge, the report tells.

Beside this one mechanism: what holds pages, reference and rules to each other. What is right is said in spec/ and done in reference/, not here.
"""
