"""What judges a port: cases make calls, the harness asks a port, rules judge the transcript, the report tells."""
