"""The project's own tests, a module for what each is about: that the suite finds what it should, says what it should, and is as it says of itself.

They run with plain `pytest`, and never when a port is judged. A wrong port is a fault, in faults/, unless it misbehaves on the wire.
"""
