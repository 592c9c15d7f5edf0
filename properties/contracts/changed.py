"""Changes the reference on purpose, in one place of one function and for a while, so that the laws can be seen to fail.

Which changes there are, and what must refute them, is in `canaries.py`.
"""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType


@contextmanager
def changed(function: Callable[..., object], old: str, new: str) -> Iterator[None]:
    """Gives a function of the reference the code that its source has with `old`, which must stand in it exactly once, replaced by `new`.

    Raises:
        LookupError: when `old` is not there exactly once: the reference has been rewritten, and the change must be as well.
    """
    if not isinstance(function, FunctionType):
        raise LookupError(f"{function!r} is no function of the reference")
    source = textwrap.dedent(inspect.getsource(function))
    if source.count(old) != 1:
        raise LookupError(f"{old!r} stands {source.count(old)} times in {function.__qualname__}, and must stand there once")
    right = function.__code__
    module = compile(source.replace(old, new), right.co_filename, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True)
    (wrong,) = (constant for constant in module.co_consts if isinstance(constant, CodeType) and constant.co_name == function.__name__)
    function.__code__ = wrong
    try:
        yield
    finally:
        function.__code__ = right
