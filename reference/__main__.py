"""`python -m reference`: serves the reference on the wire, an oracle for tests in any language.

How it is served is told in `driver.py`.
"""

from __future__ import annotations

import argparse

from reference.driver import serve_standard_streams
from reference.process import Process


def main() -> None:
    """Serves one process lifetime."""
    parser = argparse.ArgumentParser(
        prog="python -m reference", description="Serves the reference on the wire: requests on standard input, a line each."
    )
    parser.add_argument("--word-bits", type=int, choices=(32, 64), default=64, help="the size of a machine word, 64 bits unless given")
    word_bits: int = parser.parse_args().word_bits
    serve_standard_streams(lambda: Process(word_bits), "reference")


if __name__ == "__main__":
    main()
