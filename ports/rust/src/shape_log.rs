//! The two log calls at the places where matrix products are launched, and each backend's memory of the shapes that
//! either of them has reported.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use crate::environment;
use crate::records::{enabled, log, Level};
use crate::truth::shape_log_enabled;

const GEMM_SHAPE_LOG: &str = "METRALE_GEMM_SHAPE_LOG";

type Dimensions = (u32, u32, u32);

/// As much of a backend as the log needs: the shapes that were reported, by the kernel's name.
#[derive(Debug, Default)]
pub struct Backend {
    seen: Mutex<HashMap<String, HashSet<Dimensions>>>,
}

impl Backend {
    /// Logs at debug level that a product took the CUTLASS NVFP4 route, once a shape.
    pub fn log_cutlass_nvfp4_route(&self, name: &str, m: u32, n: u32, k: u32) {
        // The gate comes before the memory: a shape that nobody could see is not seen.
        if enabled(Level::Debug) && self.is_new(name, (m, n, k)) {
            log(
                Level::Debug,
                format!("CUTLASS_NVFP4_ROUTE {name} M={m} N={n} K={k}"),
            );
        }
    }

    /// Logs a product's shape and cost at warn level, once a shape, while `METRALE_GEMM_SHAPE_LOG` is on.
    pub fn log_gemm_shape(&self, name: &str, m: u32, n: u32, k: u32) {
        if shape_log_enabled(environment::text(GEMM_SHAPE_LOG).as_deref())
            && self.is_new(name, (m, n, k))
        {
            let flop = flop(m, n, k);
            log(
                Level::Warn,
                format!("GEMM_SHAPE {name} M={m} N={n} K={k} FLOP={flop:.3e}"),
            );
        }
    }

    /// Whether a shape is reported for the first time; it is remembered as reported.
    fn is_new(&self, name: &str, dimensions: Dimensions) -> bool {
        // A thread that panicked while it held the lock left a set that is whole all the same.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_name) = seen.get_mut(name) {
            return of_name.insert(dimensions);
        }
        seen.insert(name.to_owned(), HashSet::from([dimensions]));
        true
    }
}

/// The floating-point operations of a product, in binary64 and multiplied from the left.
fn flop(m: u32, n: u32, k: u32) -> f64 {
    2.0 * f64::from(m) * f64::from(n) * f64::from(k)
}

#[cfg(test)]
mod tests {
    use super::{flop, Backend};
    use crate::records::{fetch, set_debug};

    #[test]
    fn a_cost_is_rounded_from_its_exact_value_and_ties_go_to_even() {
        let cost = |m, n, k| format!("{:.3e}", flop(m, n, k));
        assert_eq!("0.000e0", cost(0, 7, 9));
        assert_eq!("1.000e5", cost(50_025, 1, 1));
        assert_eq!("1.002e5", cost(50_075, 1, 1));
        assert_eq!("1.000e7", cost(4_999_750, 1, 1));
        assert_eq!("3.003e25", cost(654_151_847, 175_098_668, 131_066_471));
        assert_eq!("1.234e26", cost(199_207_546, 1_584_218_851, 195_587_068));
    }

    #[test]
    fn every_tie_of_five_digits_goes_to_even() {
        for half in 10_000_u32..100_000 {
            if half % 10 == 5 {
                let digits = half / 10 + half / 10 % 2;
                let (digits, exponent) = if digits == 10_000 {
                    (1_000, 5)
                } else {
                    (digits, 4)
                };
                let expected = format!("{}.{:03}e{exponent}", digits / 1_000, digits % 1_000);
                assert_eq!(expected, format!("{:.3e}", f64::from(half)), "{half}");
            }
        }
    }

    #[test]
    fn a_route_that_nobody_could_see_is_reported_once_debug_is_on() {
        let backend = Backend::default();
        backend.log_cutlass_nvfp4_route("k", 1, 2, 3);
        assert!(fetch().is_empty());
        set_debug(true);
        backend.log_cutlass_nvfp4_route("k", 1, 2, 3);
        assert_eq!("CUTLASS_NVFP4_ROUTE k M=1 N=2 K=3", fetch()[0].message);
        backend.log_cutlass_nvfp4_route("k", 1, 2, 3);
        assert!(fetch().is_empty());
    }
}
