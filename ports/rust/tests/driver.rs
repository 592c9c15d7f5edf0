//! The driver as a program: its framing, its errors, and what only a process of its own can show, since the cells of
//! the library are settled once a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{json, Value};

/// An answer that is held back is a failure, and not a test that never ends.
const PATIENCE: Duration = Duration::from_secs(20);

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_metrale-port"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the driver starts");
        let input = child.stdin.take().expect("its input is piped");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                // Whoever is no longer listening has what it wanted.
                let _ = sender.send(line.expect("the driver answers in UTF-8"));
            }
        });
        Self {
            child,
            input,
            lines,
        }
    }

    fn send(&mut self, text: &str) {
        self.input
            .write_all(text.as_bytes())
            .expect("the driver reads");
    }

    fn receive(&mut self) -> Value {
        let line = self
            .lines
            .recv_timeout(PATIENCE)
            .expect("an answer in time");
        serde_json::from_str(&line).expect("an answer is JSON")
    }

    /// Asks one request and waits for its answer before anything else is written.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.send(&request(0, method, params));
        self.receive()
    }

    fn result(&mut self, method: &str, params: &Value) -> Value {
        self.ask(method, params)["result"].take()
    }

    fn error_code(&mut self, line: &str) -> Value {
        self.send(line);
        self.receive()["error"]["code"].take()
    }

    /// Ends the input; answers the lines that were still written, and the exit status.
    fn end(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input);
        let rest = self.lines.iter().collect();
        let status = self.child.wait().expect("the driver ends");
        (rest, status.code())
    }
}

fn request(id: usize, method: &str, params: &Value) -> String {
    let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    format!("{request}\n")
}

#[test]
fn one_request_at_a_time_is_answered_before_the_next() {
    let mut process = Process::start();
    let ladder = json!(["8", "4", "2", "1", "0"]);
    for _ in 0..3 {
        assert_eq!(ladder, process.result("decode_ring_fit_ladder", &json!({})));
    }
    assert_eq!((Vec::new(), Some(0)), process.end());
}

#[test]
fn a_request_that_comes_in_two_parts_holds_back_no_earlier_answer() {
    let mut process = Process::start();
    let whole = request(1, "bool_value_enabled", &json!({"value": "1"}));
    let (begin, end) = whole.split_at(30);
    process.send(&format!("{whole}{begin}"));
    assert_eq!(json!(true), process.receive()["result"]);
    process.send(end);
    assert_eq!(json!(true), process.receive()["result"]);
}

#[test]
fn requests_written_ahead_are_answered_in_order() {
    let mut process = Process::start();
    let params = json!({"s": "9"});
    for id in 0..400 {
        process.send(&request(id, "parse_decode_ring_slots", &params));
    }
    for id in 0..400 {
        assert_eq!(json!(id), process.receive()["id"]);
    }
}

#[test]
fn the_last_line_needs_no_line_feed() {
    let mut process = Process::start();
    let line = request(7, "published_decode_ring_slots", &json!({}));
    process.send(line.trim_end());
    let expected = r#"{"jsonrpc":"2.0","id":7,"result":null}"#;
    assert_eq!((vec![expected.to_owned()], Some(0)), process.end());
}

#[test]
fn each_way_to_be_wrong_has_its_code_and_the_driver_goes_on() {
    let mut process = Process::start();
    let cases = [
        (-32700, "{\n".to_owned()),
        (-32600, "[]\n".to_owned()),
        (-32601, request(0, "reset", &json!({}))),
        (-32602, request(0, "bool_value_enabled", &json!({}))),
        (
            -32602,
            request(0, "set_decode_ring_slots", &json!({"slots": 5})),
        ),
        (
            -32602,
            request(0, "set_decode_ring_slots", &json!({"slots": "05"})),
        ),
        (
            -32602,
            request(0, "prefill_varlen_enabled", &json!({"surplus": true})),
        ),
        (
            -32602,
            request(
                0,
                "race",
                &json!({"calls": [{"method": "hello", "params": {}}]}),
            ),
        ),
    ];
    for (code, line) in cases {
        assert_eq!(json!(code), process.error_code(&line), "{line}");
    }
    assert_eq!(
        json!(null),
        process.result("published_decode_ring_slots", &json!({}))
    );
}

#[test]
fn a_method_that_hello_names_is_there() {
    let mut process = Process::start();
    let hello = process.result("hello", &json!({}));
    assert_eq!(json!(usize::BITS), hello["word_bits"]);
    let methods = hello["methods"].as_array().expect("methods are an array");
    for method in methods {
        let name = method.as_str().expect("a method is a text");
        // A parameter that no method has: refused by one that is there, unless it was not even found.
        let line = request(0, name, &json!({"surplus": true}));
        assert_eq!(json!(-32602), process.error_code(&line), "{name}");
    }
}

#[test]
fn setters_that_race_agree_on_the_argument_of_one() {
    for _ in 0..20 {
        let mut process = Process::start();
        let calls: Vec<Value> = (1..=8)
            .map(|slots| json!({"method": "set_decode_ring_slots", "params": {"slots": slots.to_string()}}))
            .collect();
        let answers = process.result("race", &json!({ "calls": calls }));
        let in_force = process.result("published_decode_ring_slots", &json!({}));
        assert_eq!(json!(vec![in_force; 8]), answers);
    }
}

#[test]
fn a_variable_of_raw_bytes_is_absent_to_a_switch() {
    let mut process = Process::start();
    let name = "METRALE_PREFILL_VARLEN";
    process.result("set_env", &json!({"name": name, "value": {"hex": "31ff"}}));
    assert_eq!(
        json!(false),
        process.result("prefill_varlen_enabled", &json!({}))
    );
    process.result("set_env", &json!({"name": name, "value": "1"}));
    assert_eq!(
        json!(false),
        process.result("prefill_varlen_enabled", &json!({}))
    );
}

#[test]
fn an_open_chunk_zero_question_still_settles_varlen() {
    let mut process = Process::start();
    process.result("set_prefill_codispatch_from_cli", &json!({"enabled": true}));
    assert_eq!(
        json!(true),
        process.result("prefill_batched_chunk_zero_admitted", &json!({}))
    );
    assert_eq!(
        json!(false),
        process.result("set_prefill_varlen_from_cli", &json!({"enabled": true}))
    );
}

#[test]
fn a_fitted_depth_is_published_and_allocated() {
    let mut process = Process::start();
    let params = json!({
        "flags": {
            "prefill_codispatch": null,
            "prefill_varlen_batch": null,
            "ssm_decode_ring_slots": "auto",
            "speculative": false,
            "dflash": false,
        },
        "num_ssm_layers": "1",
        "reserve_without_ring": "0",
        "bytes_per_ring_slot": "10",
        "free_mem": "79",
    });
    assert_eq!(
        json!({"published": "4", "reserved": "4", "allocated": "4"}),
        process.result("start_serve", &params)
    );
}
