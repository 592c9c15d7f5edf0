//! How a variable of the environment becomes text, or counts as absent. What a text means is in `truth`.

/// The text of a variable, or `None` where it is unset or where its bytes are not UTF-8.
///
/// It is read at the moment of the call: whoever wants to remember a value keeps it.
#[must_use]
pub fn text(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether a variable is set at all, to whatever bytes.
#[must_use]
pub fn present(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::{present, text};

    #[test]
    fn undecodable_bytes_are_absent_as_text_and_present_as_a_variable() {
        std::env::set_var("METRALE_PORT_TEST_UNDECODABLE", OsStr::from_bytes(b"1\xff"));
        assert_eq!(None, text("METRALE_PORT_TEST_UNDECODABLE"));
        assert!(present("METRALE_PORT_TEST_UNDECODABLE"));
    }
}
