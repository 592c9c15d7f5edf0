"""The start-up of a serve, and a rollback's first question: the rules of `spec/serve.md`.

What that page leaves open is chosen here, and each choice says so: a port may choose otherwise.
"""

from __future__ import annotations

from reference.admission import AdmissionCalls
from reference.ring_decision import RingDecisionCalls
from reference.ring_fit import RingFitCalls
from reference.ring_parse import RingParseCalls
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RESERVE_FULL_VARIABLE, SWITCHES, ParseError, Served, ServeFlags


def rollback_to_boundary(num_ssm_layers: int, depth: int) -> str | None:
    """Why a rollback declines, None where it need not (serve/rollback-declines). Only depth 0 on a model with layers is specified."""
    return "NoSsmSnapshot" if num_ssm_layers != 0 and depth == 0 else None


class ServeCalls(AdmissionCalls, RingParseCalls, RingDecisionCalls, RingFitCalls):
    """The calls of this page."""

    def start_serve(
        self,
        flags: ServeFlags,
        num_ssm_layers: int,
        reserve_without_ring: int,
        bytes_per_ring_slot: int,
        free_mem: int,
    ) -> Served:
        """Starts a serve as far as the ring goes. A text that is no depth raises ValueError before anything is set."""
        self._publish_flags(flags)
        use_speculative = flags.speculative or flags.dflash

        # preflight: an explicit depth is not fitted (serve/explicit-depth-kept)
        if self.published_decode_ring_slots() is None:
            # open: the fit starts from the decided depth, and a depth is published only when it is smaller
            start_slots = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots
            fitted = self.fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
            if fitted < start_slots:
                # serve/smaller-fit-published
                self.set_decode_ring_slots(fitted)
        reserved = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots
        if self.environment.is_present(RESERVE_FULL_VARIABLE):
            # open: the reserve is then for the whole ring, whatever the variable says and whatever is allocated
            reserved = DECODE_ROLLBACK_RING_SLOTS

        # allocation: by the decision that the reserve was made by (serve/same-decision)
        allocated = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots
        return Served(self.published_decode_ring_slots(), reserved, allocated)

    def _publish_flags(self, flags: ServeFlags) -> None:
        slots: int | None = None
        if flags.ssm_decode_ring_slots is not None:
            parsed = self.parse_decode_ring_slots(flags.ssm_decode_ring_slots)
            if isinstance(parsed, ParseError):
                raise ValueError(parsed.err)
            slots = parsed.ok
        # serve/setters-called-when-given
        for switch in SWITCHES:
            given: bool | None = getattr(flags, switch.given)
            if given is not None:
                getattr(self, switch.setter)(given)
        if slots is not None:
            self.set_decode_ring_slots(slots)

    def rollback_to_boundary(self, num_ssm_layers: int, depth: int) -> str | None:
        return rollback_to_boundary(num_ssm_layers, depth)
