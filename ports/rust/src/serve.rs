//! The start of a server as far as flags and ring go, and what a rollback does without a ring. No model is loaded and
//! no memory taken: the numbers are given.

use crate::environment;
use crate::ring::{
    decode_rollback_ring_slots, fit_decode_ring_slots, parse_decode_ring_slots,
    published_decode_ring_slots, set_decode_ring_slots, RingSlotsError, DECODE_ROLLBACK_RING_SLOTS,
};
use crate::switches::{set_prefill_codispatch_from_cli, set_prefill_varlen_from_cli};

const SSM_RESERVE_RING_FULL: &str = "METRALE_SSM_RESERVE_RING_FULL";

/// The flags of the command line; `None` where a flag is not given.
#[derive(Clone, Debug, Default)]
pub struct ServeFlags {
    pub prefill_codispatch: Option<bool>,
    pub prefill_varlen_batch: Option<bool>,
    pub ssm_decode_ring_slots: Option<String>,
    pub speculative: bool,
    pub dflash: bool,
}

impl ServeFlags {
    const fn use_speculative(&self) -> bool {
        self.speculative || self.dflash
    }
}

/// What preflight knows of a model and of the memory, in layers and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Footprint {
    pub num_ssm_layers: usize,
    pub reserve_without_ring: usize,
    pub bytes_per_ring_slot: usize,
    pub free_mem: usize,
}

/// The depths of a started server, in slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    pub published: Option<usize>,
    pub reserved: usize,
    pub allocated: usize,
}

/// Starts a server: publishes the flags, fits the ring unless a depth is published, and reserves and allocates it.
///
/// # Errors
///
/// [`RingSlotsError`] where the depth is refused. Nothing is published then.
pub fn start_serve(flags: &ServeFlags, footprint: &Footprint) -> Result<Served, RingSlotsError> {
    let explicit_slots = match &flags.ssm_decode_ring_slots {
        Some(text) => parse_decode_ring_slots(text)?,
        None => None,
    };
    publish_kernel_flags(flags, explicit_slots);
    let reserved = preflight(flags, footprint);
    let allocated =
        decode_rollback_ring_slots(footprint.num_ssm_layers, flags.use_speculative()).slots;
    Ok(Served {
        published: published_decode_ring_slots(),
        reserved,
        allocated,
    })
}

fn publish_kernel_flags(flags: &ServeFlags, explicit_slots: Option<usize>) {
    if let Some(enabled) = flags.prefill_codispatch {
        set_prefill_codispatch_from_cli(enabled);
    }
    if let Some(enabled) = flags.prefill_varlen_batch {
        set_prefill_varlen_from_cli(enabled);
    }
    if let Some(slots) = explicit_slots {
        set_decode_ring_slots(slots);
    }
}

/// Fits the ring to free memory, unless a depth is published; answers the depth that is reserved.
fn preflight(flags: &ServeFlags, footprint: &Footprint) -> usize {
    let decide =
        || decode_rollback_ring_slots(footprint.num_ssm_layers, flags.use_speculative()).slots;
    if published_decode_ring_slots().is_none() {
        let decided = decide();
        let fitted = fit_decode_ring_slots(
            decided,
            footprint.reserve_without_ring,
            footprint.bytes_per_ring_slot,
            footprint.free_mem,
        );
        if fitted < decided {
            set_decode_ring_slots(fitted);
        }
    }
    if environment::present(SSM_RESERVE_RING_FULL) && footprint.num_ssm_layers > 0 {
        DECODE_ROLLBACK_RING_SLOTS
    } else {
        decide()
    }
}

/// Why a rollback declines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollbackFallback {
    /// There is no snapshot of the layers' state to return to.
    NoSsmSnapshot,
}

impl RollbackFallback {
    /// The variant's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSsmSnapshot => "NoSsmSnapshot",
        }
    }
}

/// Tries a rollback on a model with so many layers, with a ring of this depth.
///
/// # Errors
///
/// [`RollbackFallback`] where it declines.
pub const fn rollback_to_boundary(
    num_ssm_layers: usize,
    depth: usize,
) -> Result<(), RollbackFallback> {
    if num_ssm_layers > 0 && depth == 0 {
        return Err(RollbackFallback::NoSsmSnapshot);
    }
    Ok(())
}
