//! The driver: it reads requests from standard input, one a line, and writes the answers to standard output.
//!
//! What a method does is in `calls`, and how parameters are read in `params`. Here is the loop alone: its framing, its
//! errors, and when it writes.

#![forbid(unsafe_code)]

mod calls;
mod params;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

use serde_json::{json, Map, Value};

use calls::Driver;
use params::{Failure, Params};

const BUFFER_BYTES: usize = 1 << 16;

fn main() -> ExitCode {
    // Both are locked once and for all: the threads of a race neither read nor write.
    match serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the driver could not go on reading or writing: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers each line in order, until the input ends.
fn serve(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER_BYTES, input);
    let mut output = BufWriter::with_capacity(BUFFER_BYTES, output);
    let mut driver = Driver::default();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        answer(&mut driver, &line, &mut output)?;
        line.clear();
        // Whoever wrote ahead gets the answers in one piece. Where no whole request is left, the next read may wait
        // for one that is only written once these answers have been seen.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()
}

fn answer(driver: &mut Driver, line: &[u8], output: &mut impl Write) -> io::Result<()> {
    let (id, outcome) = match serde_json::from_slice(line) {
        Ok(Value::Object(mut request)) => {
            let id = request.remove("id").unwrap_or(Value::Null);
            (id, call(driver, &request))
        }
        Ok(_) => (Value::Null, Err(Failure::not_a_request())),
        Err(error) => (Value::Null, Err(Failure::not_json(&error))),
    };
    let (member, value) = match outcome {
        Ok(result) => ("result", result),
        Err(failure) => (
            "error",
            json!({"code": failure.code, "message": failure.message}),
        ),
    };
    // The frame is written by hand: it is the same each time.
    output.write_all(br#"{"jsonrpc":"2.0","id":"#)?;
    serde_json::to_writer(&mut *output, &id)?;
    write!(output, r#","{member}":"#)?;
    serde_json::to_writer(&mut *output, &value)?;
    output.write_all(b"}\n")
}

fn call(driver: &mut Driver, request: &Map<String, Value>) -> Result<Value, Failure> {
    match (request.get("method"), request.get("params")) {
        (Some(Value::String(method)), Some(Value::Object(params))) => {
            driver.call(method, Params::new(params))
        }
        (Some(Value::String(_)), _) => Err(Failure::bad_params("params is not an object")),
        _ => Err(Failure::not_a_request()),
    }
}
