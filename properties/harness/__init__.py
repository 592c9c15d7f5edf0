"""What puts calls to a port: processes, the wire, replays on suspicion, and the same for a port in this process.

It knows no rule and no page; whether an answer is right is not its business. What a request looks like is told in spec/wire.py.
"""
