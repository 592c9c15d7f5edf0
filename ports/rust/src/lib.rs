//! Metrale's batched-prefill switches, decode-rollback ring and GEMM shape log, as a library.
//!
//! Each module is one subject, as the pages of the specification are. What lives as long as the process is in
//! `OnceLock` statics, beside the functions that alone may touch it. The driver by which the library is tested is
//! the program in `main.rs`; nothing in here knows of it.

#![forbid(unsafe_code)]

pub mod admission;
pub mod environment;
pub mod records;
pub mod ring;
pub mod serve;
pub mod shape_log;
pub mod switches;
pub mod truth;
