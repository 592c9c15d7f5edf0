"""Drivers that misbehave on the wire, for the tests of the harness: one program, a mode a way of misbehaving.

It imports nothing of the project, so that it shares no mistake with it. Ports that answer wrongly are in faults/.
"""
