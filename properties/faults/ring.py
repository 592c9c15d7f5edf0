"""Ports that are wrong about the ring: ring-parse/*, ring-fit/* and ring-decision/*."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from reference.ring_fit import DECODE_RING_FIT_LADDER
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, WATCHDOGS_VARIABLE, Decision, Depth, ParseError

AUTO = "ring-parse/auto"
NUMBER = "ring-parse/number"
RANGE = "ring-parse/range"
EXCEEDS = "ring-parse/exceeds"
UNKNOWN = "ring-parse/unknown"
MESSAGE = "ring-parse/message"
LADDER = "ring-fit/ladder"
LARGEST = "ring-fit/largest-fitting"
SATURATING = "ring-fit/saturating"
NONE_FITS = "ring-fit/none-fits"
MONOTONE = "ring-fit/monotone"
NO_LAYERS = "ring-decision/no-layers"
PUBLISHED = "ring-decision/published"
OVERRIDE = "ring-decision/override"
SKIP = "ring-decision/implicit-skip"
DEFAULT = "ring-decision/default"
REASON = "ring-decision/reason"
EACH_TIME = "ring-decision/environment-each-time"


class _Reads(Process):
    """Reads the command line's depth through a text of its own; messages show the text as it was given."""

    def seen(self, text: str) -> str:
        return text

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(self.seen(s))
        if isinstance(parsed, ParseError) and parsed.err.startswith("unknown"):
            return ParseError(f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
        return parsed


@fault(AUTO, origin="a comparison that ignores case, as the switches' does")
class AutoInAnyCase(_Reads):
    """Takes `AUTO`."""

    def seen(self, text: str) -> str:
        return "auto" if text.lower() == "auto" else text


@fault(AUTO, origin="an option that may be left empty")
class EmptyIsAuto(_Reads):
    """Takes an empty text for `auto`."""

    def seen(self, text: str) -> str:
        return text or "auto"


@fault(AUTO, origin="the default depth put where none belongs")
class AutoIsTheWholeRing(_Reads):
    """Gives the whole ring for `auto`."""

    def seen(self, text: str) -> str:
        return str(DECODE_ROLLBACK_RING_SLOTS) if text == "auto" else text


@fault(AUTO, origin="the special word forgotten")
class DoesNotKnowAuto(_Reads):
    """Refuses `auto`."""

    def seen(self, text: str) -> str:
        return text + "?" if text == "auto" else text


@fault(NUMBER, origin="a grammar of bare digits, as Go's strconv.ParseUint has it")
class RefusesAPlusSign(_Reads):
    """Refuses `+5`."""

    def seen(self, text: str) -> str:
        return "?" if text.startswith("+") else text


@fault(NUMBER, origin="a limit on the number of digits")
class RefusesLeadingZeros(_Reads):
    """Refuses `007`."""

    def seen(self, text: str) -> str:
        return "?" if text.lstrip("+").startswith("0") and len(text.lstrip("+")) > 1 else text


@fault(NUMBER, origin="C's strtoul with base 0, JavaScript's old parseInt")
class ReadsLeadingZerosAsOctal(_Reads):
    """Reads `010` as 8."""

    def seen(self, text: str) -> str:
        digits = text.removeprefix("+")
        octal = len(digits) > 1 and digits[0] == "0" and len(digits) < 1000 and all(one in "01234567" for one in digits)
        return str(int(digits, 8)) if octal else text


@fault(UNKNOWN, origin="strtol and int(), which take several signs or a minus before zero")
class TakesMinusZero(_Reads):
    """Takes `-0` for 0."""

    def seen(self, text: str) -> str:
        return "0" if text == "-0" else text


@fault(UNKNOWN, origin="a loop over signs where one optional sign was meant")
class TakesSeveralPlusSigns(_Reads):
    """Takes `++5`."""

    def seen(self, text: str) -> str:
        number = text.lstrip("+")
        return number if number.isascii() and number.isdigit() else text


@fault(AUTO, UNKNOWN, origin="Python's int, Java's trim before parseInt")
class TrimsTheDepth(_Reads):
    """Takes ` 5`, and `auto ` as well."""

    def seen(self, text: str) -> str:
        return text.strip() or text


@fault(UNKNOWN, origin="Python's int, Rust and Java literals")
class TakesUnderscores(_Reads):
    """Takes `0_5`."""

    def seen(self, text: str) -> str:
        bare = text.replace("_", "")
        return bare if text[:1].isdigit() and text[-1:].isdigit() and "__" not in text else text


@fault(UNKNOWN, origin="Python's str.isdigit and int, \\d in most regular expressions")
class TakesADepthInDigitsOfOtherScripts(_Reads):
    """Takes a fullwidth five."""

    def seen(self, text: str) -> str:
        foreign = text.isdecimal() and not text.isascii() and len(text) < 1000
        return str(int(text)) if foreign else text


@fault(UNKNOWN, origin="a parser that knows bases, such as JavaScript's Number")
class TakesHexadecimal(_Reads):
    """Takes `0x5`."""

    def seen(self, text: str) -> str:
        hexadecimal = text[:2] in ("0x", "0X") and len(text) > 2 and all(one in "0123456789abcdefABCDEF" for one in text[2:])
        return str(int(text, 16)) if hexadecimal else text


@fault(UNKNOWN, origin="JavaScript's parseInt, C's strtoul without a look at the end pointer")
class TakesANumberWithATail(_Reads):
    """Takes `5x` for 5."""

    def seen(self, text: str) -> str:
        digits = ""
        for one in text:
            if not ("0" <= one <= "9"):
                break
            digits += one
        return digits or text


@fault(UNKNOWN, EXCEEDS, origin="a double in between: JavaScript's Number, a JSON parser")
class ReadsTheNumberAsADouble(_Reads):
    """Takes a number that is a little more than a word, and names another number in the message."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        digits = s.removeprefix("+")
        if digits.isascii() and digits.isdigit() and 2**64 <= int(digits[:4000]) < 2**65:
            return ParseError(f"ssm-decode-ring-slots 18446744073709551615 exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for")
        if isinstance(parsed, ParseError) and s == "9007199254740993":
            return ParseError(f"unknown ssm-decode-ring-slots '9007199254740993' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
        return parsed


@fault(RANGE, origin="an exclusive bound where an inclusive one was meant")
class RefusesTheWholeRing(_Reads):
    """Refuses the size of the ring."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        size = DECODE_ROLLBACK_RING_SLOTS
        return ParseError(f"ssm-decode-ring-slots {size} exceeds the {size} the ring is sized for") if parsed == Depth(size) else parsed


@fault(RANGE, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class ZeroIsAuto(_Reads):
    """Takes 0 for `auto`."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        return Depth(None) if s == "0" else parsed


@fault(EXCEEDS, origin="a bound that was not moved with the ring")
class TakesOneTooMany(_Reads):
    """Takes a depth of one more than the ring has."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        more = DECODE_ROLLBACK_RING_SLOTS + 1
        return Depth(more) if isinstance(parsed, ParseError) and parsed.err.startswith(f"ssm-decode-ring-slots {more} exceeds") else parsed


@fault(EXCEEDS, origin="clamping instead of refusing")
class ClampsTheNumber(_Reads):
    """Gives the whole ring for every deeper one."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        plain = isinstance(parsed, ParseError) and parsed.err.startswith(f"ssm-decode-ring-slots {s} exceeds ")
        return Depth(DECODE_ROLLBACK_RING_SLOTS) if plain else parsed


@fault(EXCEEDS, origin="a 32-bit parser for a word")
class ReadsThirtyTwoBits(_Reads):
    """Calls a number above 32 bits unknown."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        large = s[:1] in set("123456789") and s.isascii() and s.isdigit() and len(s) < 4000 and int(s) >= 2**32
        return ParseError(f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})") if large else parsed


@fault(UNKNOWN, origin="unchecked arithmetic on digits: the value wraps")
class WrapsTheNumber(_Reads):
    """Reads 2**64 + 5 as 5."""

    def seen(self, text: str) -> str:
        plain = text.isascii() and text.isdigit() and len(text) < 4000 and int(text) >= 2**64
        return str(int(text) % 2**64) if plain else text


@fault(UNKNOWN, origin="strtoul, which gives the largest value on overflow")
class SaturatesTheNumber(_Reads):
    """Takes a number that is more than a word for the largest word."""

    def seen(self, text: str) -> str:
        digits = text.removeprefix("+")
        more = (
            digits.isascii() and digits.isdigit() and len(digits) > 19 and (len(digits.lstrip("0")) > 20 or int(digits.lstrip("0") or "0") >= 2**64)
        )
        return str(2**64 - 1) if more else text


@fault(MESSAGE, origin="a text quoted with the language's own escapes")
class QuotesTheText(Process):
    """Shows a newline in the message as an escape."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        if isinstance(parsed, ParseError) and parsed.err.startswith("unknown"):
            return ParseError(f"unknown ssm-decode-ring-slots {s!r} (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
        return parsed


@fault(MESSAGE, origin="the text as it was typed put where the number belongs")
class ShowsTheTextForTheNumber(Process):
    """Shows `007` decorations in the exceeds message: `+9` for 9."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        exceeds = isinstance(parsed, ParseError) and parsed.err.startswith("ssm-decode-ring-slots ")
        return ParseError(f"ssm-decode-ring-slots {s} exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for") if exceeds else parsed


@fault(MESSAGE, origin="a message built with a formatter that the text can steer")
class FormatsTheText(Process):
    """Loses a percent sign of the text."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        if isinstance(parsed, ParseError) and parsed.err.startswith("unknown"):
            return ParseError(parsed.err.replace("%%", "%").replace("{}", ""))
        return parsed


@fault(MESSAGE, origin="a message cut to a buffer")
class CutsTheMessage(Process):
    """Shows 256 characters at most."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        return ParseError(parsed.err[:256]) if isinstance(parsed, ParseError) else parsed


class _Fits(Process):
    """Fits with a test and a ladder of its own."""

    ladder: tuple[int, ...] = DECODE_RING_FIT_LADDER

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return min(reserve + rung * per_slot, self.largest_word) <= free

    def may_start(self, rung: int, start: int) -> bool:
        return rung <= start

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        for rung in self.ladder:
            if self.may_start(rung, start_slots) and self.fits(rung, reserve_without_ring, bytes_per_ring_slot, free_mem):
                return rung
        return 0


@fault(LARGEST, origin="an exclusive bound where an inclusive one was meant")
class MustLeaveAByteFree(_Fits):
    """Refuses a rung that fits exactly."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return min(reserve + rung * per_slot, self.largest_word) < free


@fault(LARGEST, origin="an exclusive bound where an inclusive one was meant")
class MustStartAboveTheRung(_Fits):
    """Refuses the rung that equals the start."""

    def may_start(self, rung: int, start: int) -> bool:
        return rung < start


@fault(LARGEST, origin="the ladder walked from the wrong end")
class TakesTheSmallestRung(_Fits):
    """Always answers 0, which fits first."""

    ladder = DECODE_RING_FIT_LADDER[::-1]


@fault(LARGEST, origin="a loop that stops one short")
class ForgetsTheRungOfOne(_Fits):
    """Goes from 2 to 0."""

    ladder = tuple(rung for rung in DECODE_RING_FIT_LADDER if rung != 1)


@fault(LARGEST, origin="the start used for the rungs but not as a bound")
class IgnoresTheStart(_Fits):
    """Answers a rung above the start."""

    def may_start(self, rung: int, start: int) -> bool:
        return True


@fault(LARGEST, origin="the share of one slot forgotten in the total")
class FitsTheRingAlone(_Fits):
    """Leaves the reserve out of the total."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return reserve <= free and min(rung * per_slot, self.largest_word) <= free and super().fits(rung, 0, per_slot, free)


@fault(LADDER, origin="a ladder of thirds in place of halves")
class HasARungOfSix(_Fits):
    """May answer 6."""

    ladder = tuple(sorted((*DECODE_RING_FIT_LADDER, 6), reverse=True))


@fault(LADDER, MONOTONE, origin="the start taken for a rung when it fits")
class AnswersTheStart(_Fits):
    """Answers the start itself where it fits and is no rung."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        fitted = super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
        odd = start_slots < DECODE_ROLLBACK_RING_SLOTS and start_slots not in DECODE_RING_FIT_LADDER
        return start_slots if odd and self.fits(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem) else fitted


@fault(LADDER, origin="a set in place of a list")
class ShowsTheLadderUpsideDown(Process):
    """Lists the rungs in rising order."""

    def decode_ring_fit_ladder(self) -> tuple[int, ...]:
        return DECODE_RING_FIT_LADDER[::-1]


@fault(SATURATING, MONOTONE, origin="a release build: the total wraps")
class WrapsTheTotal(_Fits):
    """Lets a total beyond a word look small."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return (reserve + rung * per_slot) % 2**64 <= free


@fault(SATURATING, origin="integers without a size: nothing saturates")
class TotalsWithoutABound(_Fits):
    """Refuses a total beyond a word even where free memory is the largest word."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return reserve + rung * per_slot <= free


@fault(SATURATING, MONOTONE, origin="the product saturated and the sum forgotten")
class WrapsTheSum(_Fits):
    """Wraps where the sum passes a word."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return (reserve + min(rung * per_slot, self.largest_word)) % 2**64 <= free


@fault(LARGEST, NONE_FITS, origin="doubles for words: JavaScript's numbers")
class TotalsInDoubles(_Fits):
    """Loses the low bits above 2**53."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return min(float(reserve) + float(rung) * float(per_slot), float(self.largest_word)) <= float(free)


@fault(NONE_FITS, MONOTONE, origin="a default that looks safe: the smallest ring")
class GivesOneSlotWhenNothingFits(_Fits):
    """Answers 1 where not even the reserve fits."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        if reserve_without_ring > free_mem:
            return min(1, start_slots)
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(NONE_FITS, origin="an error where the listing gives 0")
class FailsWhenNothingFits(_Fits):
    """Raises where not even the reserve fits."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        if reserve_without_ring > free_mem:
            raise MemoryError
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)


class _Decides(Process):
    """Decides from arguments that it has seen in its own way."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decode_rollback_ring_slots_with(layers, speculative, published, override, watchdogs)

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        return self.decide(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(NO_LAYERS, origin="the first condition left out")
class DecidesWithoutLayers(_Decides):
    """Gives a ring to a model without SSM layers."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(1, speculative, published, override, watchdogs)


@fault(NO_LAYERS, origin="the published depth asked first")
class PublishedGoesBeforeNoLayers(_Decides):
    """Gives the published depth to a model without SSM layers."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return Decision(published, None) if published is not None else super().decide(layers, speculative, published, override, watchdogs)


@fault(PUBLISHED, OVERRIDE, DEFAULT, REASON, origin="a cast of the layer count to 32 bits")
class CountsLayersInThirtyTwoBits(_Decides):
    """Takes 2**32 layers for none."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers % 2**32, speculative, published, override, watchdogs)


@fault(PUBLISHED, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class PublishedZeroIsAbsent(_Decides):
    """Goes on to the override where 0 is published."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, published or None, override, watchdogs)


@fault(PUBLISHED, origin="a range check in the wrong place")
class ClampsThePublishedDepth(_Decides):
    """Gives the whole ring for a deeper published depth."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, None if published is None else min(published, DECODE_ROLLBACK_RING_SLOTS), override, watchdogs)


@fault(PUBLISHED, origin="the override asked before the published depth")
class OverrideGoesBeforePublished(_Decides):
    """Lets the variable win over a published depth."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, None if override in ("0", "1") else published, override, watchdogs)


@fault(PUBLISHED, origin="the implicit skip asked first")
class SkipGoesBeforePublished(_Decides):
    """Skips the ring under speculative decode whatever is published."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        skips = layers > 0 and speculative and published is not None
        return Decision(0, "speculative decode active") if skips else super().decide(layers, speculative, published, override, watchdogs)


@fault(OVERRIDE, origin="the implicit skip asked before the override")
class SkipGoesBeforeOverride(_Decides):
    """Skips the ring with watchdogs disabled though the override forces it."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, published, None if speculative or watchdogs else override, watchdogs)


@fault(OVERRIDE, origin="the variable's digit taken for the depth")
class OverrideOneIsOneSlot(_Decides):
    """Forces one slot."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        forced = layers > 0 and published is None and override == "1"
        return Decision(1, None) if forced else super().decide(layers, speculative, published, override, watchdogs)


@fault(SKIP, origin="and in place of or")
class SkipsOnlyWhenBoth(_Decides):
    """Skips only when speculative decode and disabled watchdogs come together."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative and watchdogs, published, override, speculative and watchdogs)


@fault(SKIP, origin="a condition forgotten")
class IgnoresTheWatchdogs(_Decides):
    """Keeps the ring with watchdogs disabled."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, published, override, False)


@fault(SKIP, origin="a condition forgotten")
class IgnoresSpeculativeDecode(_Decides):
    """Keeps the ring under speculative decode."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative and watchdogs, published, override, watchdogs)


@fault(DEFAULT, origin="half the ring to save memory")
class DefaultsToHalfTheRing(_Decides):
    """Gives 4 slots by default."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        by_default = layers > 0 and published is None and override not in ("0", "1") and not speculative and not watchdogs
        return Decision(4, None) if by_default else super().decide(layers, speculative, published, override, watchdogs)


@fault(DEFAULT, origin="the ring switched on by its variable only")
class NeedsTheOverride(_Decides):
    """Gives no ring by default."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        by_default = layers > 0 and published is None and override is None and not speculative and not watchdogs
        return Decision(0, None) if by_default else super().decide(layers, speculative, published, override, watchdogs)


@fault(REASON, origin="the two conditions asked in the other order")
class WatchdogsGoBeforeSpeculative(_Decides):
    """Names the watchdogs where speculative decode is active as well."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative and not watchdogs, published, override, watchdogs)


@fault(REASON, origin="a reason of its own wording")
class WordsTheReasonItsOwnWay(_Decides):
    """Says `speculative decoding active`."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        right = super().decide(layers, speculative, published, override, watchdogs)
        return Decision(right.slots, right.skip_reason and right.skip_reason.replace("decode", "decoding"))


@fault(REASON, origin="a reason for every depth of 0, to be helpful")
class GivesAReasonForEveryZero(_Decides):
    """Says why a published or forced 0 is 0."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        right = super().decide(layers, speculative, published, override, watchdogs)
        asked_for = right == Decision(0, None) and layers > 0 and not speculative and not watchdogs
        return Decision(0, "depth 0 requested") if asked_for else right


class _KeepsAVariable(Process):
    """Reads one variable at the first decision and keeps it."""

    variable = ""

    def reset(self) -> None:
        super().reset()
        self._kept: tuple[str | None] | None = None

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        if self._kept is None:
            self._kept = (self.environment.text(self.variable),)
        now = {name: self.environment.text(name) for name in (RING_VARIABLE, WATCHDOGS_VARIABLE)}
        now[self.variable] = self._kept[0]
        return self.decode_rollback_ring_slots_with(
            num_ssm_layers,
            use_speculative,
            self.published_decode_ring_slots(),
            now[RING_VARIABLE],
            self.watchdogs_disabled_from_value(now[WATCHDOGS_VARIABLE]),
        )


@fault(EACH_TIME, origin="a lazy static around the variable")
class KeepsTheOverride(_KeepsAVariable):
    """Decides by the override that it read first."""

    variable = RING_VARIABLE


@fault(EACH_TIME, origin="a lazy static around the variable")
class KeepsTheWatchdogs(_KeepsAVariable):
    """Decides by the watchdog variable that it read first."""

    variable = WATCHDOGS_VARIABLE
