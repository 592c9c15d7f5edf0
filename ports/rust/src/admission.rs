//! When a batched prefill wave may carry chunk-zero streams: two ORs, each as a function of its parts and as the
//! question that is put to the process.

use crate::environment;
use crate::switches::{prefill_codispatch_enabled, prefill_varlen_enabled};
use crate::truth::bool_value_enabled;

const Q12_BATCHED_FIRST_CHUNK: &str = "METRALE_Q12_BATCHED_FIRST_CHUNK";

/// Whether a stream at its chunk zero may take the batched path: by co-dispatch, or by the text of Q12.
#[must_use]
pub fn prefill_batched_first_chunk_from_parts(codispatch: bool, q12: Option<&str>) -> bool {
    codispatch || bool_value_enabled(q12)
}

/// Whether a wave may carry chunk-zero streams: by the first-chunk answer, or by varlen.
#[must_use]
pub fn batched_chunk_zero_admitted(first_chunk_lever: bool, varlen: bool) -> bool {
    first_chunk_lever || varlen
}

/// The first-chunk question of the process. It settles co-dispatch, and reads Q12 each time.
pub fn prefill_batched_first_chunk_enabled() -> bool {
    // Both parts are gathered before they are joined: neither may spare the other.
    let codispatch = prefill_codispatch_enabled();
    let q12 = environment::text(Q12_BATCHED_FIRST_CHUNK);
    prefill_batched_first_chunk_from_parts(codispatch, q12.as_deref())
}

/// The chunk-zero question of the process. It settles both switches, whatever they answer.
pub fn prefill_batched_chunk_zero_admitted() -> bool {
    let first_chunk_lever = prefill_batched_first_chunk_enabled();
    let varlen = prefill_varlen_enabled();
    batched_chunk_zero_admitted(first_chunk_lever, varlen)
}
