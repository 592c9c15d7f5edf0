"""The minimal implementation of the rules: a module a page, pure functions, and one `Process` that puts them together.

It says what is right where a sentence could be read in two ways, and serves as an oracle: see `driver.py`. What judges a port is not here.
"""

from reference.process import Process as Process
