//! The two switches of the process: a cell each, which the command line or the first read settles for good.

use std::sync::OnceLock;

use crate::environment;
use crate::truth::bool_value_enabled;

const PREFILL_CODISPATCH: &str = "METRALE_PREFILL_CODISPATCH";
const PREFILL_VARLEN: &str = "METRALE_PREFILL_VARLEN";

static CODISPATCH: OnceLock<bool> = OnceLock::new();
static VARLEN: OnceLock<bool> = OnceLock::new();

/// Settles co-dispatch by its flag, unless it is settled; answers the value in force.
pub fn set_prefill_codispatch_from_cli(enabled: bool) -> bool {
    *CODISPATCH.get_or_init(|| enabled)
}

/// Whether co-dispatch is on; settles it by its variable, unless it is settled.
pub fn prefill_codispatch_enabled() -> bool {
    *CODISPATCH.get_or_init(|| variable_enabled(PREFILL_CODISPATCH))
}

/// Settles varlen by its flag, unless it is settled; answers the value in force.
pub fn set_prefill_varlen_from_cli(enabled: bool) -> bool {
    *VARLEN.get_or_init(|| enabled)
}

/// Whether varlen is on; settles it by its variable, unless it is settled.
pub fn prefill_varlen_enabled() -> bool {
    *VARLEN.get_or_init(|| variable_enabled(PREFILL_VARLEN))
}

fn variable_enabled(name: &str) -> bool {
    bool_value_enabled(environment::text(name).as_deref())
}
