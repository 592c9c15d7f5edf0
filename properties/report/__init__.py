"""The verdict: what the batches came to by rule, the shortest transcript of each failure, the exit status, and all that is printed of them.

It judges nothing anew and knows no single rule: ids and sentences come from the pages.
"""
