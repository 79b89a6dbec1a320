//! Real rulebooks with slips of the pen: whatever is deleted, said twice or put in the place of something else, the reader
//! answers, and every fault it tells has a place in the file.

use std::path::Path;

use proptest::prelude::*;
use rulebook::{Severity, Source, diagnostic, read};

use crate::rulebooks::sources;

/// A slip: what happens to one token, with another as raw material.
#[derive(Clone, Copy, Debug)]
enum Slip {
    Delete,
    Twice,
    Replace,
    Swap,
    Shorten,
}

fn book() -> Vec<Source> {
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis/lajinha-mg"))
}

/// Words, numbers and texts as one token each; every other character as its own.
fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut inside = false;
    let mut word = false;
    for c in text.chars() {
        let part = c.is_alphanumeric() || "_-.".contains(c);
        match out.last_mut() {
            Some(last) if inside || (part && word) => last.push(c),
            _ => out.push(c.to_string()),
        }
        if c == '"' {
            inside = !inside;
        }
        word = !inside && part;
    }
    out
}

fn slipped(text: &str, slips: &[(Slip, usize, usize)]) -> String {
    let mut all = tokens(text);
    for (slip, at, other) in slips {
        if all.is_empty() {
            break;
        }
        let (at, other) = (at % all.len(), other % all.len());
        match slip {
            Slip::Delete => {
                all.remove(at);
            }
            Slip::Twice => all.insert(at, all[at].clone()),
            Slip::Replace => all[at] = all[other].clone(),
            Slip::Swap => all.swap(at, other),
            Slip::Shorten => {
                all[at].pop();
            }
        }
    }
    all.concat()
}

fn slips() -> impl Strategy<Value = Vec<(Slip, usize, usize)>> {
    let slip = prop_oneof![
        Just(Slip::Delete),
        Just(Slip::Twice),
        Just(Slip::Replace),
        Just(Slip::Swap),
        Just(Slip::Shorten)
    ];
    prop::collection::vec((slip, any::<usize>(), any::<usize>()), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rulebook_with_slips_is_read_or_refused_with_places(file in any::<usize>(), slips in slips()) {
        let mut sources = book();
        let file = file % sources.len();
        sources[file].text = slipped(&sources[file].text, &slips);
        let reading = read("lajinha-mg", &sources);
        let errors = reading.diagnostics.iter().any(|d| d.severity == Severity::Error);
        prop_assert_eq!(reading.law.is_some(), !errors);
        for d in &reading.diagnostics {
            let text = &sources[d.file].text;
            prop_assert!(d.span.start <= d.span.end && d.span.end <= text.len(), "{d:?}");
            prop_assert!(text.is_char_boundary(d.span.start) && text.is_char_boundary(d.span.end), "{d:?}");
        }
        prop_assert!(!errors || diagnostic::draw(&reading.diagnostics, &sources, false).contains("erro"));
    }
}

#[test]
fn without_a_slip_the_tokens_are_the_text() {
    for s in book() {
        assert_eq!(slipped(&s.text, &[]), s.text);
    }
}
