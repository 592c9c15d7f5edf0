"""What is proved of the reference: the rules' predicates as laws, put to a prover over all paths, and canaries that each law must refute.

No port is judged here, and no rule is told anew: a law says of which rule it is, and asks that rule's predicate.
"""
