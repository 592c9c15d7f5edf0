"""The mutants that no case need find, by the reason why.

The job fails on one that is found out after all, and on one that no operator makes any more. What is *open* is what a page leaves unspecified: a port
may answer either way, so no rule may find the difference.
"""

from __future__ import annotations

from typing import Final

from properties.faults.mutation.mutant import Mutant


def changes(module: str, function: str, before: str, *after: str, nth: int = 0) -> tuple[Mutant, ...]:
    """The mutants that make the same lines of a function into others."""
    return tuple(Mutant(module, function, before, one, nth) for one in after)


ALIKE: Final[dict[str, tuple[Mutant, ...]]] = {
    "Either order is the same: neither of the two changes what the other looks at, or only one of them can apply.": (
        *changes(
            "ring_decision",
            "decode_rollback_ring_slots_with",
            "if published is not None:\n    return Decision(published, None)\nforced = ring_forced_by(ring_override)",
            "forced = ring_forced_by(ring_override)\nif published is not None:\n    return Decision(published, None)",
        ),
        *changes(
            "ring_parse",
            "number_in",
            'if not (digits.isascii() and digits.isdigit()):\n    return None\nsignificant = digits.lstrip("0")',
            'significant = digits.lstrip("0")\nif not (digits.isascii() and digits.isdigit()):\n    return None',
        ),
        *changes(
            "ring_parse",
            "parse_decode_ring_slots",
            'if s == "auto":\n    return Depth(None)\nnumber = number_in(s, largest_word)',
            'number = number_in(s, largest_word)\nif s == "auto":\n    return Depth(None)',
        ),
        *changes(
            "ring_publish",
            "RingPublishCalls.reset",
            "super().reset()\nself._published = OnceCell[int]()",
            "self._published = OnceCell[int]()\nsuper().reset()",
        ),
        *changes(
            "serve",
            "ServeCalls.start_serve",
            "self._publish_flags(flags)\nuse_speculative = flags.speculative or flags.dflash",
            "use_speculative = flags.speculative or flags.dflash\nself._publish_flags(flags)",
        ),
        *changes(
            "serve",
            "ServeCalls.start_serve",
            (
                "if self.environment.is_present(RESERVE_FULL_VARIABLE):\n"
                "    # open: the reserve is then for the whole ring, whatever the variable says and whatever is allocated\n"
                "    reserved = DECODE_ROLLBACK_RING_SLOTS\n"
                "\n"
                "# allocation: by the decision that the reserve was made by (serve/same-decision)\n"
                "allocated = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots"
            ),
            (
                "\n"
                "# allocation: by the decision that the reserve was made by (serve/same-decision)\n"
                "allocated = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots\n"
                "if self.environment.is_present(RESERVE_FULL_VARIABLE):\n"
                "    # open: the reserve is then for the whole ring, whatever the variable says and whatever is allocated\n"
                "    reserved = DECODE_ROLLBACK_RING_SLOTS"
            ),
        ),
        *changes(
            "serve",
            "ServeCalls._publish_flags",
            (
                "if flags.ssm_decode_ring_slots is not None:\n"
                "    parsed = self.parse_decode_ring_slots(flags.ssm_decode_ring_slots)\n"
                "    if isinstance(parsed, ParseError):\n"
                "        raise ValueError(parsed.err)\n"
                "    slots = parsed.ok\n"
                "# serve/setters-called-when-given\n"
                "for switch in SWITCHES:\n"
                "    given: bool | None = getattr(flags, switch.given)\n"
                "    if given is not None:\n"
                "        getattr(self, switch.setter)(given)"
            ),
            (
                "# serve/setters-called-when-given\n"
                "for switch in SWITCHES:\n"
                "    given: bool | None = getattr(flags, switch.given)\n"
                "    if given is not None:\n"
                "        getattr(self, switch.setter)(given)\n"
                "if flags.ssm_decode_ring_slots is not None:\n"
                "    parsed = self.parse_decode_ring_slots(flags.ssm_decode_ring_slots)\n"
                "    if isinstance(parsed, ParseError):\n"
                "        raise ValueError(parsed.err)\n"
                "    slots = parsed.ok"
            ),
        ),
        *changes(
            "serve",
            "ServeCalls._publish_flags",
            (
                "# serve/setters-called-when-given\n"
                "for switch in SWITCHES:\n"
                "    given: bool | None = getattr(flags, switch.given)\n"
                "    if given is not None:\n"
                "        getattr(self, switch.setter)(given)\n"
                "if slots is not None:\n"
                "    self.set_decode_ring_slots(slots)"
            ),
            (
                "if slots is not None:\n"
                "    self.set_decode_ring_slots(slots)\n"
                "# serve/setters-called-when-given\n"
                "for switch in SWITCHES:\n"
                "    given: bool | None = getattr(flags, switch.given)\n"
                "    if given is not None:\n"
                "        getattr(self, switch.setter)(given)"
            ),
        ),
        *changes("shape_log", "ShapeLogCalls.reset", "super().reset()\nself._debug_logging = False", "self._debug_logging = False\nsuper().reset()"),
        *changes(
            "truth",
            "ring_forced_by",
            'if value == "1":\n    return True\nif value == "0":\n    return False',
            'if value == "0":\n    return False\nif value == "1":\n    return True',
        ),
    ),
    "`or` asks for the same of two booleans in either order, and both are there already.": (
        *changes(
            "admission",
            "AdmissionCalls.batched_chunk_zero_admitted",
            "return batched_chunk_zero_admitted(first_chunk_lever, varlen)",
            "return batched_chunk_zero_admitted(varlen, first_chunk_lever)",
        ),
        *changes(
            "admission",
            "AdmissionCalls.prefill_batched_chunk_zero_admitted",
            "return self.batched_chunk_zero_admitted(first_chunk, varlen)",
            "return self.batched_chunk_zero_admitted(varlen, first_chunk)",
        ),
    ),
    "Python knows the encoding by either name.": (
        *changes("environment", "text_of", 'return raw.decode("utf-8")', 'return raw.decode("UTF-8")'),
        *changes(
            "environment",
            "Environment.set",
            'self._variables[name] = value.encode("utf-8") if isinstance(value, str) else value',
            'self._variables[name] = value.encode("UTF-8") if isinstance(value, str) else value',
        ),
    ),
    "A function that ends without a return answers None.": (
        *changes("environment", "text_of", "return None", "pass", nth=1),
        *changes("truth", "ring_forced_by", "return None", "pass"),
    ),
    "The variables at birth are copied twice, here and in `Environment`: without this copy only a caller that changed its own mapping would tell.": (
        *changes("lifetime", "Lifetime.__init__", "self._environment_at_birth = dict(environment)", "self._environment_at_birth = environment"),
    ),
    "Only a reset would tell, and that is no rule's: one is compared with new processes before it is trusted.": (
        *changes("environment", "Environment.__init__", "self._variables = dict(variables)", "self._variables = variables"),
    ),
    "What is reserved while METRALE_SSM_RESERVE_RING_FULL is present is open, so it may be what is reserved without it.": (
        *changes("environment", "Environment.is_present", "return name in self._variables", "pass", "return None"),
        *changes(
            "serve",
            "ServeCalls.start_serve",
            "if self.environment.is_present(RESERVE_FULL_VARIABLE):",
            "if self.environment.is_present(DECODE_ROLLBACK_RING_SLOTS):",
            "if self.environment.is_present(SWITCHES):",
            "if False:",
            "if self.environment.is_present(None):",
        ),
        *changes("serve", "ServeCalls.start_serve", "reserved = DECODE_ROLLBACK_RING_SLOTS", "pass"),
        *changes(
            "serve",
            "ServeCalls.start_serve",
            "return Served(self.published_decode_ring_slots(), reserved, allocated)",
            "return Served(self.published_decode_ring_slots(), allocated, allocated)",
        ),
        *changes(
            "serve",
            "ServeCalls.start_serve",
            (
                "reserved = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots\n"
                "if self.environment.is_present(RESERVE_FULL_VARIABLE):\n"
                "    # open: the reserve is then for the whole ring, whatever the variable says and whatever is allocated\n"
                "    reserved = DECODE_ROLLBACK_RING_SLOTS"
            ),
            (
                "if self.environment.is_present(RESERVE_FULL_VARIABLE):\n"
                "    # open: the reserve is then for the whole ring, whatever the variable says and whatever is allocated\n"
                "    reserved = DECODE_ROLLBACK_RING_SLOTS\n"
                "reserved = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots"
            ),
        ),
    ),
    "A word is not negative.": (
        *changes("ring_decision", "decode_rollback_ring_slots_with", "if num_ssm_layers == 0:", "if num_ssm_layers <= 0:"),
        *changes(
            "serve",
            "rollback_to_boundary",
            'return "NoSsmSnapshot" if num_ssm_layers != 0 and depth == 0 else None',
            'return "NoSsmSnapshot" if num_ssm_layers > 0 and depth == 0 else None',
            'return "NoSsmSnapshot" if num_ssm_layers != 0 and depth <= 0 else None',
        ),
    ),
    "What is held at the largest word in the end need not be held there before.": (
        *changes("ring_fit", "total_reserve", "ring = min(rung * bytes_per_ring_slot, largest_word)", "ring = rung * bytes_per_ring_slot"),
    ),
    "The smaller of two numbers is the same in either order.": (
        *changes(
            "ring_fit",
            "total_reserve",
            "ring = min(rung * bytes_per_ring_slot, largest_word)",
            "ring = min(largest_word, rung * bytes_per_ring_slot)",
        ),
        *changes(
            "ring_fit",
            "total_reserve",
            "return min(reserve_without_ring + ring, largest_word)",
            "return min(largest_word, reserve_without_ring + ring)",
        ),
    ),
    "There are only digits left in the text.": (
        *changes("ring_parse", "number_in", 'significant = digits.lstrip("0")', 'significant = digits.lstrip("XX0XX")'),
    ),
    "What a rollback answers with a depth above 0, or on a model without layers, is open.": (
        *changes(
            "serve",
            "rollback_to_boundary",
            'return "NoSsmSnapshot" if num_ssm_layers != 0 and depth == 0 else None',
            'return "NoSsmSnapshot" if (num_ssm_layers != 0 and depth == 0) or True else None',
            'return "NoSsmSnapshot" if num_ssm_layers != 0 or depth == 0 else None',
            'return "NoSsmSnapshot" if num_ssm_layers != 0 else None',
            'return "NoSsmSnapshot" if depth == 0 else None',
            'return "NoSsmSnapshot" if num_ssm_layers >= 0 and depth == 0 else None',
            'return "NoSsmSnapshot" if num_ssm_layers != -1 and depth == 0 else None',
            'return "NoSsmSnapshot" if num_ssm_layers != 0 and depth >= 0 else None',
        ),
        *changes(
            "serve",
            "ServeCalls.rollback_to_boundary",
            "return rollback_to_boundary(num_ssm_layers, depth)",
            "return rollback_to_boundary(None, depth)",
        ),
    ),
    "What a start does with a text that ring-parse refuses is open, and no port is asked.": (
        *changes(
            "serve",
            "ServeCalls._publish_flags",
            "raise ValueError(parsed.err)",
            "raise ValueError(parsed.ok)",
            "pass",
            "raise ValueError(None)",
            "raise parsed.err",
            "raise ValueError(given.err)",
            "raise ValueError(slots.err)",
        ),
        *changes(
            "serve",
            "ServeCalls._publish_flags",
            "if isinstance(parsed, ParseError):",
            "if False:",
            "if isinstance(None, ParseError):",
            "if isinstance(slots, ParseError):",
        ),
        *changes(
            "serve",
            "ServeCalls._publish_flags",
            "if isinstance(parsed, ParseError):\n    raise ValueError(parsed.err)\nslots = parsed.ok",
            "slots = parsed.ok\nif isinstance(parsed, ParseError):\n    raise ValueError(parsed.err)",
        ),
    ),
    "The flags are published in any order: they meet nowhere.": (
        *changes("serve", "ServeCalls._publish_flags", "for switch in SWITCHES:", "for switch in tuple(SWITCHES)[::-1]:"),
    ),
    "A depth that is published already is the decision, and no fit is more than that; a smaller one that is fitted comes too late for the cell.": (
        *changes("serve", "ServeCalls.start_serve", "if self.published_decode_ring_slots() is None:", "if True:"),
    ),
    "Whether a fit of the whole ring is published is open, and where the decision is below it a fit of that is too.": (
        *changes(
            "serve",
            "ServeCalls.start_serve",
            "if fitted < start_slots:",
            "if True:",
            "if fitted <= start_slots:",
            "if use_speculative < start_slots:",
        ),
    ),
    "A fit is never above its start.": (*changes("serve", "ServeCalls.start_serve", "if fitted < start_slots:", "if fitted != start_slots:"),),
    "The depth that the fit starts from is open where the decision is not the whole ring, and whether a fit is published where nothing fits.": (
        *changes(
            "serve",
            "ServeCalls.start_serve",
            "start_slots = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots",
            "start_slots = self.decode_rollback_ring_slots(bytes_per_ring_slot, use_speculative).slots",
            "start_slots = self.decode_rollback_ring_slots(None, use_speculative).slots",
            "start_slots = self.decode_rollback_ring_slots(num_ssm_layers, None).slots",
        ),
    ),
    "Twice the one or twice the other is exact, and the product of the two is the same in either order.": (
        *changes(
            "shape_log",
            "shape_line",
            'return LogRecord("warn", f"GEMM_SHAPE {name} M={m} N={n} K={k} FLOP={flop_text(flop_count(m, n, k))}")',
            'return LogRecord("warn", f"GEMM_SHAPE {name} M={m} N={n} K={k} FLOP={flop_text(flop_count(n, m, k))}")',
        ),
    ),
    "None is no more on than False, and nothing answers it.": (
        *changes("shape_log", "ShapeLogCalls.reset", "self._debug_logging = False", "self._debug_logging = None"),
    ),
    "Two shapes are the same exactly if their parts are, in whatever one order these stand.": (
        *changes(
            "shape_log",
            "ShapeLogCalls._is_first",
            "shape = (backend, name, m, n, k)",
            "shape = (name, backend, m, n, k)",
            "shape = (backend, m, name, n, k)",
            "shape = (backend, name, n, m, k)",
            "shape = (backend, name, m, k, n)",
        ),
    ),
    "An empty cell is told by its being false, as None is.": (
        *changes("switches", "OnceCell.__init__", "self._written: tuple[T, ...] = ()", "self._written: tuple[T, ...] = None"),
    ),
    "A cell holds one value, which is the first and the last.": (
        *changes(
            "switches", "OnceCell.get", "return self._written[0] if self._written else None", "return self._written[-1] if self._written else None"
        ),
        *changes("switches", "OnceCell.get_or_init", "return self._written[0]", "return self._written[-1]"),
    ),
    "No character beyond ASCII has a lower case with a letter of `true` in it, and a text of another length is not that word.": (
        *changes(
            "truth",
            "_says_true",
            'return len(text) == 4 and text.isascii() and text.lower() == "true"',
            'return text.lower() == "true"',
            'return len(text) == 4 and text.lower() == "true"',
            'return text.isascii() and text.lower() == "true"',
            'return len(text) <= 4 and text.isascii() and text.lower() == "true"',
            'return len(text) >= 4 and text.isascii() and text.lower() == "true"',
            'return len(text) == 4 and text and text.lower() == "true"',
        ),
    ),
}

EQUIVALENT: Final = {mutant: reason for reason, mutants in ALIKE.items() for mutant in mutants}
"""Every mutant that need not be found, with its reason."""
