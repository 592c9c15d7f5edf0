"""What a change of the rules still lacks, as sentences for whoever is in the middle of one: `python -m properties.changes`.

What the pages must keep among themselves is in `page_checks`, what a picture shows in `pictures`. Nothing here judges a port.
"""
