//! How the parameters of a request are read: by name, strictly, and none may be missing. Which a method has is said
//! where it is called.

use serde_json::{Map, Value};

/// Why a request has no result: the code of JSON-RPC, and a sentence.
#[derive(Debug)]
pub struct Failure {
    pub code: i32,
    pub message: String,
}

impl Failure {
    pub fn not_json(error: &serde_json::Error) -> Self {
        Self {
            code: -32700,
            message: format!("the line is not JSON: {error}"),
        }
    }

    pub fn not_a_request() -> Self {
        Self {
            code: -32600,
            message: "the line is not a request".to_owned(),
        }
    }

    pub fn no_such_method(method: &str) -> Self {
        Self {
            code: -32601,
            message: format!("there is no method {method} here"),
        }
    }

    pub fn bad_params(message: impl Into<String>) -> Self {
        Self {
            code: -32602,
            message: message.into(),
        }
    }
}

/// The parameters of one request.
#[derive(Clone, Copy)]
pub struct Params<'a> {
    members: &'a Map<String, Value>,
}

impl<'a> Params<'a> {
    pub const fn new(members: &'a Map<String, Value>) -> Self {
        Self { members }
    }

    /// Refuses parameters of another number. With each one then read by its name, no member is left over.
    pub fn exactly(self, count: usize) -> Result<Self, Failure> {
        if self.members.len() == count {
            Ok(self)
        } else {
            let given = self.members.len();
            Err(Failure::bad_params(format!(
                "{count} parameters are due and {given} are given"
            )))
        }
    }

    pub fn value(self, name: &str) -> Result<&'a Value, Failure> {
        self.members
            .get(name)
            .ok_or_else(|| Failure::bad_params(format!("{name} is missing")))
    }

    pub fn object(self, name: &str) -> Result<Self, Failure> {
        match self.value(name)? {
            Value::Object(members) => Ok(Self { members }),
            _ => Err(wrong(name, "an object")),
        }
    }

    pub fn array(self, name: &str) -> Result<&'a [Value], Failure> {
        match self.value(name)? {
            Value::Array(values) => Ok(values),
            _ => Err(wrong(name, "an array")),
        }
    }

    pub fn text(self, name: &str) -> Result<&'a str, Failure> {
        self.value(name)?
            .as_str()
            .ok_or_else(|| wrong(name, "a text"))
    }

    pub fn optional_text(self, name: &str) -> Result<Option<&'a str>, Failure> {
        match self.value(name)? {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text)),
            _ => Err(wrong(name, "a text or null")),
        }
    }

    pub fn boolean(self, name: &str) -> Result<bool, Failure> {
        self.value(name)?
            .as_bool()
            .ok_or_else(|| wrong(name, "true or false"))
    }

    pub fn optional_boolean(self, name: &str) -> Result<Option<bool>, Failure> {
        match self.value(name)? {
            Value::Null => Ok(None),
            Value::Bool(value) => Ok(Some(*value)),
            _ => Err(wrong(name, "true, false or null")),
        }
    }

    pub fn word(self, name: &str) -> Result<usize, Failure> {
        self.value(name)?
            .as_str()
            .and_then(word)
            .ok_or_else(|| wrong(name, "a word in decimal digits"))
    }

    pub fn optional_word(self, name: &str) -> Result<Option<usize>, Failure> {
        match self.value(name)? {
            Value::Null => Ok(None),
            _ => self.word(name).map(Some),
        }
    }

    pub fn u32(self, name: &str) -> Result<u32, Failure> {
        self.value(name)?
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .ok_or_else(|| wrong(name, "a whole number of 32 bits"))
    }

    /// The bytes of a variable: those of a text in UTF-8, those of `{"hex": "..."}`, or none.
    pub fn optional_bytes(self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let bytes = match self.value(name)? {
            Value::Null => return Ok(None),
            Value::String(text) => Some(text.clone().into_bytes()),
            Value::Object(members) => {
                let digits = Self { members }.exactly(1)?.text("hex")?;
                from_hex(digits)
            }
            _ => None,
        };
        match bytes {
            Some(bytes) if !bytes.contains(&0) => Ok(Some(bytes)),
            _ => Err(wrong(name, "the value of a variable")),
        }
    }
}

fn wrong(name: &str, due: &str) -> Failure {
    Failure::bad_params(format!("{name} is not {due}"))
}

/// Reads a word as the wire has it: decimal digits, without sign or leading zeros.
fn word(text: &str) -> Option<usize> {
    let canonical =
        text == "0" || text.starts_with(|first: char| first.is_ascii_digit() && first != '0');
    if canonical {
        text.parse().ok()
    } else {
        None
    }
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    if digits.len() % 2 != 0 {
        return None;
    }
    digits
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| Some(nibble(pair[0])? << 4 | nibble(pair[1])?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{from_hex, word};

    #[test]
    fn a_word_has_neither_sign_nor_leading_zeros() {
        assert_eq!(Some(0), word("0"));
        assert_eq!(Some(usize::MAX), word(&usize::MAX.to_string()));
        for text in [
            "",
            "00",
            "01",
            "+1",
            "-1",
            " 1",
            "1 ",
            "18446744073709551616",
        ] {
            assert_eq!(None, word(text), "{text:?}");
        }
    }

    #[test]
    fn bytes_are_pairs_of_lower_case_digits() {
        assert_eq!(Some(vec![0x31, 0xff]), from_hex("31ff"));
        assert_eq!(Some(Vec::new()), from_hex(""));
        for text in ["3", "3F", "0x", "\u{e9}"] {
            assert_eq!(None, from_hex(text), "{text:?}");
        }
    }
}
