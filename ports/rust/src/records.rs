//! Where log records go: those of a level that somebody takes are kept for the thread that logs them, until they are
//! fetched. A server would have its logging crate here; what matters of one is whether debug is on, and the records.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Debug,
    Warn,
}

impl Level {
    /// The level's name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Warn => "warn",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub level: Level,
    pub message: String,
}

static DEBUG: AtomicBool = AtomicBool::new(false);

thread_local! {
    static KEPT: RefCell<Vec<Record>> = const { RefCell::new(Vec::new()) };
}

/// Has records at debug level taken from now on, or not.
pub fn set_debug(enabled: bool) {
    DEBUG.store(enabled, Ordering::Relaxed);
}

/// Whether somebody takes records of a level.
#[must_use]
pub fn enabled(level: Level) -> bool {
    match level {
        Level::Debug => DEBUG.load(Ordering::Relaxed),
        Level::Warn => true,
    }
}

/// Logs a record, if its level is taken.
pub fn log(level: Level, message: String) {
    if enabled(level) {
        KEPT.with(|kept| kept.borrow_mut().push(Record { level, message }));
    }
}

/// The records that this thread logged since it was last asked, in order.
#[must_use]
pub fn fetch() -> Vec<Record> {
    KEPT.with(RefCell::take)
}
