//! Which texts mean on. The four readings differ in small ways, and each variable has exactly one of them.

/// The reading of the levers of admission: `1`, or `true` in any ASCII case, with nothing trimmed.
#[must_use]
pub fn bool_value_enabled(value: Option<&str>) -> bool {
    value.is_some_and(|text| text == "1" || text.eq_ignore_ascii_case("true"))
}

/// The reading of `METRALE_DISABLE_WATCHDOGS`: that of the levers, once white space is trimmed from both ends.
///
/// `str::trim` trims by the Unicode property `White_Space`, which is what is meant here.
#[must_use]
pub fn watchdogs_disabled_from_value(value: Option<&str>) -> bool {
    bool_value_enabled(value.map(str::trim))
}

/// The reading of `METRALE_GEMM_SHAPE_LOG`: `1` alone.
#[must_use]
pub fn shape_log_enabled(value: Option<&str>) -> bool {
    value == Some("1")
}

/// What `METRALE_SSM_DECODE_RING` orders: a ring (`true`), none (`false`), or nothing where it is any other text.
#[must_use]
pub fn ring_override(value: Option<&str>) -> Option<bool> {
    match value {
        Some("1") => Some(true),
        Some("0") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{bool_value_enabled, watchdogs_disabled_from_value};

    /// The 25 code points that the page on truth lists, written out here so that they do not come from `trim` itself.
    const WHITE_SPACE: [char; 25] = [
        '\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', '\u{20}', '\u{85}', '\u{a0}', '\u{1680}',
        '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}',
        '\u{2007}', '\u{2008}', '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}', '\u{202f}',
        '\u{205f}', '\u{3000}',
    ];

    #[test]
    fn the_watchdogs_trim_white_space_and_no_other_character() {
        for character in '\0'..=char::MAX {
            let value = format!("{character}1{character}");
            assert_eq!(
                WHITE_SPACE.contains(&character),
                watchdogs_disabled_from_value(Some(&value)),
                "U+{:04X}",
                u32::from(character)
            );
        }
    }

    #[test]
    fn the_levers_trim_nothing() {
        for value in [" 1", "1\n", "true ", "\u{a0}1"] {
            assert!(!bool_value_enabled(Some(value)), "{value:?}");
        }
        assert!(bool_value_enabled(Some("tRuE")));
    }
}
