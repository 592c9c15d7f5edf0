//! The methods of the driver: each reads its parameters, makes its call and puts the answer into the wire's form. No
//! method decides anything that a rule is about.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::hint::spin_loop;
use std::os::unix::ffi::OsStrExt;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use metrale_port::{admission, records, ring, serve, shape_log, switches, truth};
use serde_json::{json, Value};

use crate::params::{Failure, Params};

const SPEC_VERSION: &str = "0.1";

const METHODS: [&str; 25] = [
    "hello",
    "set_env",
    "set_debug_logging",
    "race",
    "bool_value_enabled",
    "watchdogs_disabled_from_value",
    "prefill_batched_first_chunk_from_parts",
    "batched_chunk_zero_admitted",
    "parse_decode_ring_slots",
    "decode_ring_fit_ladder",
    "decode_rollback_ring_slots_with",
    "fit_decode_ring_slots",
    "set_prefill_codispatch_from_cli",
    "prefill_codispatch_enabled",
    "set_prefill_varlen_from_cli",
    "prefill_varlen_enabled",
    "prefill_batched_first_chunk_enabled",
    "prefill_batched_chunk_zero_admitted",
    "set_decode_ring_slots",
    "published_decode_ring_slots",
    "decode_rollback_ring_slots",
    "log_gemm_shape",
    "log_cutlass_nvfp4_route",
    "start_serve",
    "rollback_to_boundary",
];

/// What the driver itself keeps for a process: the backends, each made at its first mention.
#[derive(Default)]
pub struct Driver {
    backends: HashMap<String, shape_log::Backend>,
}

impl Driver {
    pub fn call(&mut self, method: &str, params: Params) -> Result<Value, Failure> {
        match method {
            "hello" => {
                params.exactly(0)?;
                Ok(hello())
            }
            "set_env" => set_env(params),
            "set_debug_logging" => {
                records::set_debug(params.exactly(1)?.boolean("enabled")?);
                Ok(Value::Null)
            }
            "race" => race(params),
            "log_gemm_shape" => self.log(params, shape_log::Backend::log_gemm_shape),
            "log_cutlass_nvfp4_route" => {
                self.log(params, shape_log::Backend::log_cutlass_nvfp4_route)
            }
            "start_serve" => start_serve(params),
            _ => match CellCall::read(method, params)? {
                Some(call) => Ok(call.make()),
                None => pure(method, params),
            },
        }
    }

    fn log(
        &mut self,
        params: Params,
        call: impl FnOnce(&shape_log::Backend, &str, u32, u32, u32),
    ) -> Result<Value, Failure> {
        let params = params.exactly(5)?;
        let (backend, name) = (params.text("backend")?, params.text("name")?);
        let (m, n, k) = (params.u32("m")?, params.u32("n")?, params.u32("k")?);
        if !self.backends.contains_key(backend) {
            self.backends
                .insert(backend.to_owned(), shape_log::Backend::default());
        }
        call(&self.backends[backend], name, m, n, k);
        Ok(records::fetch()
            .into_iter()
            .map(|record| json!({"level": record.level.name(), "message": record.message}))
            .collect())
    }
}

fn hello() -> Value {
    json!({
        "port": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "spec": SPEC_VERSION,
        "word_bits": usize::BITS,
        "methods": METHODS,
    })
}

fn set_env(params: Params) -> Result<Value, Failure> {
    let params = params.exactly(2)?;
    let name = params.text("name")?;
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(Failure::bad_params("name is not that of a variable"));
    }
    // No thread of a race is alive here, so nobody reads the environment while it changes.
    match params.optional_bytes("value")? {
        Some(bytes) => std::env::set_var(name, OsStr::from_bytes(&bytes)),
        None => std::env::remove_var(name),
    }
    Ok(Value::Null)
}

/// Reads all calls first, so that nothing but the calls themselves comes after the start.
fn race(params: Params) -> Result<Value, Failure> {
    let calls = params
        .exactly(1)?
        .array("calls")?
        .iter()
        .map(racing_call)
        .collect::<Result<Vec<_>, _>>()?;
    let start = Start::of(calls.len());
    let answers = thread::scope(|scope| {
        let threads: Vec<_> = calls
            .into_iter()
            .map(|call| {
                scope.spawn(|| {
                    start.wait();
                    call.make()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    Ok(Value::Array(answers))
}

/// Where the threads of a race wait for each other, awake: a `Barrier` wakes them one by one, and by the time that the
/// second is up the first has made its call.
struct Start {
    missing: AtomicUsize,
    open: AtomicBool,
}

impl Start {
    /// Looks at the start before a thread lets another run, which may be one that has not arrived.
    const PATIENCE: usize = 1_000;

    const fn of(threads: usize) -> Self {
        Self {
            missing: AtomicUsize::new(threads),
            open: AtomicBool::new(false),
        }
    }

    fn wait(&self) {
        if self.missing.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.open.store(true, Ordering::Release);
        }
        let mut looks = 0;
        while !self.open.load(Ordering::Acquire) {
            looks += 1;
            if looks % Self::PATIENCE == 0 {
                thread::yield_now();
            } else {
                spin_loop();
            }
        }
    }
}

fn racing_call(call: &Value) -> Result<CellCall, Failure> {
    let Value::Object(members) = call else {
        return Err(Failure::bad_params("a call of a race is not an object"));
    };
    let call = Params::new(members).exactly(2)?;
    let method = call.text("method")?;
    CellCall::read(method, call.object("params")?)?
        .ok_or_else(|| Failure::bad_params(format!("{method} is not a method that can race")))
}

/// A call on the cells of the process: those that can race. It owns its arguments, to be sent to a thread.
enum CellCall {
    SetCodispatch(bool),
    Codispatch,
    SetVarlen(bool),
    Varlen,
    FirstChunk,
    ChunkZero,
    SetRing(usize),
    PublishedRing,
    DecideRing(usize, bool),
}

impl CellCall {
    /// The call that is meant, or `None` where the method is another.
    fn read(method: &str, params: Params) -> Result<Option<Self>, Failure> {
        let none = |call| params.exactly(0).map(|_| call);
        let enabled = || params.exactly(1)?.boolean("enabled");
        let call = match method {
            "set_prefill_codispatch_from_cli" => Self::SetCodispatch(enabled()?),
            "prefill_codispatch_enabled" => none(Self::Codispatch)?,
            "set_prefill_varlen_from_cli" => Self::SetVarlen(enabled()?),
            "prefill_varlen_enabled" => none(Self::Varlen)?,
            "prefill_batched_first_chunk_enabled" => none(Self::FirstChunk)?,
            "prefill_batched_chunk_zero_admitted" => none(Self::ChunkZero)?,
            "set_decode_ring_slots" => Self::SetRing(params.exactly(1)?.word("slots")?),
            "published_decode_ring_slots" => none(Self::PublishedRing)?,
            "decode_rollback_ring_slots" => {
                let params = params.exactly(2)?;
                Self::DecideRing(
                    params.word("num_ssm_layers")?,
                    params.boolean("use_speculative")?,
                )
            }
            _ => return Ok(None),
        };
        Ok(Some(call))
    }

    fn make(self) -> Value {
        match self {
            Self::SetCodispatch(on) => switches::set_prefill_codispatch_from_cli(on).into(),
            Self::Codispatch => switches::prefill_codispatch_enabled().into(),
            Self::SetVarlen(on) => switches::set_prefill_varlen_from_cli(on).into(),
            Self::Varlen => switches::prefill_varlen_enabled().into(),
            Self::FirstChunk => admission::prefill_batched_first_chunk_enabled().into(),
            Self::ChunkZero => admission::prefill_batched_chunk_zero_admitted().into(),
            Self::SetRing(slots) => word(ring::set_decode_ring_slots(slots)),
            Self::PublishedRing => optional_word(ring::published_decode_ring_slots()),
            Self::DecideRing(layers, speculative) => {
                decision(ring::decode_rollback_ring_slots(layers, speculative))
            }
        }
    }
}

/// The functions of their arguments alone.
fn pure(method: &str, params: Params) -> Result<Value, Failure> {
    let answer = match method {
        "bool_value_enabled" => {
            let value = params.exactly(1)?.optional_text("value")?;
            truth::bool_value_enabled(value).into()
        }
        "watchdogs_disabled_from_value" => {
            let value = params.exactly(1)?.optional_text("value")?;
            truth::watchdogs_disabled_from_value(value).into()
        }
        "prefill_batched_first_chunk_from_parts" => {
            let params = params.exactly(2)?;
            let (codispatch, q12) = (params.boolean("codispatch")?, params.optional_text("q12")?);
            admission::prefill_batched_first_chunk_from_parts(codispatch, q12).into()
        }
        "batched_chunk_zero_admitted" => {
            let params = params.exactly(2)?;
            let first_chunk = params.boolean("first_chunk_lever")?;
            admission::batched_chunk_zero_admitted(first_chunk, params.boolean("varlen")?).into()
        }
        "parse_decode_ring_slots" => {
            match ring::parse_decode_ring_slots(params.exactly(1)?.text("s")?) {
                Ok(slots) => json!({"ok": optional_word(slots)}),
                // The kind is told by the message, which holds its word.
                Err(error) => json!({"err": error.to_string()}),
            }
        }
        "decode_ring_fit_ladder" => {
            params.exactly(0)?;
            ring::decode_ring_fit_ladder()
                .into_iter()
                .map(word)
                .collect()
        }
        "decode_rollback_ring_slots_with" => {
            let params = params.exactly(5)?;
            decision(ring::decode_rollback_ring_slots_with(
                params.word("num_ssm_layers")?,
                params.boolean("use_speculative")?,
                params.optional_word("published")?,
                params.optional_text("ring_override")?,
                params.boolean("watchdogs_disabled")?,
            ))
        }
        "fit_decode_ring_slots" => {
            let params = params.exactly(4)?;
            word(ring::fit_decode_ring_slots(
                params.word("start_slots")?,
                params.word("reserve_without_ring")?,
                params.word("bytes_per_ring_slot")?,
                params.word("free_mem")?,
            ))
        }
        "rollback_to_boundary" => {
            let params = params.exactly(2)?;
            match serve::rollback_to_boundary(params.word("num_ssm_layers")?, params.word("depth")?)
            {
                Ok(()) => Value::Null,
                Err(fallback) => fallback.name().into(),
            }
        }
        _ => return Err(Failure::no_such_method(method)),
    };
    Ok(answer)
}

fn start_serve(params: Params) -> Result<Value, Failure> {
    let params = params.exactly(5)?;
    let given = params.object("flags")?.exactly(5)?;
    let flags = serve::ServeFlags {
        prefill_codispatch: given.optional_boolean("prefill_codispatch")?,
        prefill_varlen_batch: given.optional_boolean("prefill_varlen_batch")?,
        ssm_decode_ring_slots: given
            .optional_text("ssm_decode_ring_slots")?
            .map(str::to_owned),
        speculative: given.boolean("speculative")?,
        dflash: given.boolean("dflash")?,
    };
    let footprint = serve::Footprint {
        num_ssm_layers: params.word("num_ssm_layers")?,
        reserve_without_ring: params.word("reserve_without_ring")?,
        bytes_per_ring_slot: params.word("bytes_per_ring_slot")?,
        free_mem: params.word("free_mem")?,
    };
    // A server does not start on a depth that is refused, and the wire has no answer for that but an error.
    let served = serve::start_serve(&flags, &footprint)
        .map_err(|error| Failure::bad_params(error.to_string()))?;
    Ok(json!({
        "published": optional_word(served.published),
        "reserved": word(served.reserved),
        "allocated": word(served.allocated),
    }))
}

fn word(word: usize) -> Value {
    Value::String(word.to_string())
}

fn optional_word(optional: Option<usize>) -> Value {
    optional.map_or(Value::Null, word)
}

fn decision(decision: ring::Decision) -> Value {
    json!({"slots": word(decision.slots), "skip_reason": decision.skip_reason})
}
