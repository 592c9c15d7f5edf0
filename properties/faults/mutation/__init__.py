"""Mutation of the reference: small mechanical changes of `reference/`, each put to the judge as a port, to see what the cases let through.

`python -m properties.faults.mutation` makes all of them and needs the extra `mutation`. Mistakes that somebody thought of are the faults beside this
folder.
"""
