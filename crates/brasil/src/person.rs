//! Names of people: found without accents, shown in public without giving the person away.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Words that join the parts of a Portuguese name and stand for nobody.
const PARTICLES: [&str; 6] = ["da", "de", "do", "das", "dos", "e"];

/// The form under which names and words are searched: without accents, in small letters, with single spaces. `João`
/// matches `joao` whether it is written with one code point or two.
#[must_use]
pub fn fold(text: &str) -> String {
    plain(text).to_lowercase()
}

/// The text without accents and with single spaces, its capitals as they are.
#[must_use]
pub fn plain(text: &str) -> String {
    let bare: String = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name for public pages: the first name whole, every later name as its initial, particles as they are: `Ana Fictícia
/// da Silva` becomes `Ana F. da S.`. A single name stays whole, since one given name tells nobody apart.
#[must_use]
pub fn mask_name(name: &str) -> String {
    let name: String = name.nfc().collect();
    let parts = name.split_whitespace().enumerate().map(|(place, part)| {
        if place == 0 {
            return part.to_owned();
        }
        let small = part.to_lowercase();
        if PARTICLES.contains(&small.as_str()) {
            return small;
        }
        let initial = part.chars().next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        format!("{initial}.")
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Field fault BL-53: both ways of writing ã are found without the accent.
    #[test]
    fn accents_do_not_hide_anybody() {
        assert_eq!(fold("Jo\u{e3}o"), "joao");
        assert_eq!(fold("Joa\u{303}o"), "joao");
        assert_eq!(fold("  CONCEIÇÃO \u{a0} d'Ávila\t"), "conceicao d'avila");
        assert_eq!(plain("Município  de São João"), "Municipio de Sao Joao");
    }

    #[test]
    fn public_names() {
        assert_eq!(mask_name("Ana Fictícia da Silva"), "Ana F. da S.");
        assert_eq!(mask_name("JOSÉ FICTÍCIO DOS SANTOS E ÁVILA"), "JOSÉ F. dos S. e Á.");
        assert_eq!(mask_name("Ana  fictícia"), "Ana F.");
        assert_eq!(mask_name("Ana E\u{301}rica"), "Ana É.");
        assert_eq!(mask_name("Ana"), "Ana");
        assert_eq!(mask_name(" "), "");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "[A-Za-zÀ-ÿ '\u{300}-\u{30a}]{0,30}") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        #[test]
        fn surnames_never_show(first in "[A-Z][a-z]{2,8}", last in "[A-Z][a-z]{4,9}") {
            let masked = mask_name(&format!("{first} {last}"));
            prop_assert_eq!(masked, format!("{first} {}.", &last[..1]));
        }
    }
}
