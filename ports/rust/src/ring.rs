//! The depth of the decode-rollback ring, in slots: how its flag is read, how it is fitted to memory, where it is
//! published, and which depth is in force.

use std::fmt;
use std::sync::OnceLock;

use crate::environment;
use crate::truth::{ring_override, watchdogs_disabled_from_value};

/// The slots that the ring is sized for.
pub const DECODE_ROLLBACK_RING_SLOTS: usize = 8;

/// The depths that a fit may choose, deepest first.
const FIT_LADDER: [usize; 5] = [DECODE_ROLLBACK_RING_SLOTS, 4, 2, 1, 0];

const SSM_DECODE_RING: &str = "METRALE_SSM_DECODE_RING";
const DISABLE_WATCHDOGS: &str = "METRALE_DISABLE_WATCHDOGS";

static PUBLISHED: OnceLock<usize> = OnceLock::new();

/// Why a text after `--ssm-decode-ring-slots` is refused. Its `Display` is the message that an operator reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RingSlotsError {
    /// The text is neither `auto` nor a number within a word.
    Unknown(String),
    /// The number is larger than the ring.
    Exceeds(usize),
}

impl fmt::Display for RingSlotsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "unknown ssm-decode-ring-slots '{text}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})"
            ),
            Self::Exceeds(slots) => write!(
                f,
                "ssm-decode-ring-slots {slots} exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for"
            ),
        }
    }
}

impl std::error::Error for RingSlotsError {}

/// Reads the text after `--ssm-decode-ring-slots`: a depth, or `None` for `auto`.
///
/// # Errors
///
/// [`RingSlotsError`], with the message for the operator.
pub fn parse_decode_ring_slots(s: &str) -> Result<Option<usize>, RingSlotsError> {
    if s == "auto" {
        return Ok(None);
    }
    // What `usize` takes is what the flag takes: one `+` or none, ASCII digits, a value within the word.
    match s.parse::<usize>() {
        Ok(slots) if slots <= DECODE_ROLLBACK_RING_SLOTS => Ok(Some(slots)),
        Ok(slots) => Err(RingSlotsError::Exceeds(slots)),
        Err(_) => Err(RingSlotsError::Unknown(s.to_owned())),
    }
}

/// The depths that a fit may choose, deepest first.
#[must_use]
pub fn decode_ring_fit_ladder() -> [usize; 5] {
    FIT_LADDER
}

/// The deepest rung, not above `start_slots`, that fits into `free_mem` bytes beside the reserve; 0 where none does.
///
/// The last three are bytes. Sums and products that overflow count as the largest word.
#[must_use]
pub fn fit_decode_ring_slots(
    start_slots: usize,
    reserve_without_ring: usize,
    bytes_per_ring_slot: usize,
    free_mem: usize,
) -> usize {
    let fits = |slots: usize| {
        let ring = bytes_per_ring_slot.saturating_mul(slots);
        reserve_without_ring.saturating_add(ring) <= free_mem
    };
    FIT_LADDER
        .into_iter()
        .find(|&slots| slots <= start_slots && fits(slots))
        .unwrap_or(0)
}

/// Publishes a depth, unless one is published; answers the depth in force.
pub fn set_decode_ring_slots(slots: usize) -> usize {
    *PUBLISHED.get_or_init(|| slots)
}

/// The published depth, if there is one.
#[must_use]
pub fn published_decode_ring_slots() -> Option<usize> {
    PUBLISHED.get().copied()
}

/// How deep the ring is, and why it is left out where nobody asked for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub slots: usize,
    pub skip_reason: Option<&'static str>,
}

impl Decision {
    const fn asked_for(slots: usize) -> Self {
        Self {
            slots,
            skip_reason: None,
        }
    }

    const fn skipped(reason: &'static str) -> Self {
        Self {
            slots: 0,
            skip_reason: Some(reason),
        }
    }
}

/// Decides the depth from what is given: the layers, the published depth, the override, and then the implicit skips.
#[must_use]
pub fn decode_rollback_ring_slots_with(
    num_ssm_layers: usize,
    use_speculative: bool,
    published: Option<usize>,
    override_text: Option<&str>,
    watchdogs_disabled: bool,
) -> Decision {
    if num_ssm_layers == 0 {
        return Decision::asked_for(0);
    }
    if let Some(slots) = published {
        return Decision::asked_for(slots);
    }
    match ring_override(override_text) {
        Some(true) => Decision::asked_for(DECODE_ROLLBACK_RING_SLOTS),
        Some(false) => Decision::asked_for(0),
        None if use_speculative => Decision::skipped("speculative decode active"),
        None if watchdogs_disabled => Decision::skipped("watchdogs disabled"),
        None => Decision::asked_for(DECODE_ROLLBACK_RING_SLOTS),
    }
}

/// Decides the depth for this process. Both variables are read each time, and nothing is published by asking.
#[must_use]
pub fn decode_rollback_ring_slots(num_ssm_layers: usize, use_speculative: bool) -> Decision {
    decode_rollback_ring_slots_with(
        num_ssm_layers,
        use_speculative,
        published_decode_ring_slots(),
        environment::text(SSM_DECODE_RING).as_deref(),
        watchdogs_disabled_from_value(environment::text(DISABLE_WATCHDOGS).as_deref()),
    )
}

#[cfg(test)]
mod tests {
    use super::{fit_decode_ring_slots, parse_decode_ring_slots, FIT_LADDER};

    fn message(s: &str) -> String {
        parse_decode_ring_slots(s)
            .map_err(|error| error.to_string())
            .expect_err(s)
    }

    #[test]
    fn a_number_may_have_a_plus_and_leading_zeros() {
        assert_eq!(Ok(Some(5)), parse_decode_ring_slots("+005"));
        assert_eq!(Ok(Some(0)), parse_decode_ring_slots(&"0".repeat(4301)));
        assert_eq!(Ok(None), parse_decode_ring_slots("auto"));
    }

    #[test]
    fn the_messages_are_fixed_to_the_letter() {
        assert_eq!(
            "ssm-decode-ring-slots 9 exceeds the 8 the ring is sized for",
            message("+0009")
        );
        for text in [
            "",
            "+",
            "++5",
            "-0",
            " 5",
            "5\n",
            "\u{665}",
            "99999999999999999999999",
        ] {
            assert_eq!(
                format!("unknown ssm-decode-ring-slots '{text}' (valid: auto, 0..=8)"),
                message(text)
            );
        }
    }

    #[test]
    fn the_largest_word_of_memory_fits_every_rung_and_a_byte_less_does_not() {
        let large = usize::MAX / 4;
        assert_eq!(8, fit_decode_ring_slots(8, 0, large, usize::MAX));
        assert_eq!(2, fit_decode_ring_slots(8, 0, large, usize::MAX - 4));
    }

    #[test]
    fn the_ladder_falls_strictly_to_nothing() {
        assert!(FIT_LADDER.windows(2).all(|pair| pair[0] > pair[1]));
        assert_eq!(Some(&0), FIT_LADDER.last());
    }
}
