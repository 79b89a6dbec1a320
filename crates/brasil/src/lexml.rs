//! The names of a law's provisions: the key a rulebook writes, the form a reader knows, and the LexML identifier.
//!
//! | key | reader | LexML |
//! |---|---|---|
//! | `art9.inc6` | art. 9º, VI | `art9_cpt_inc6` |
//! | `art9.par1` | art. 9º, § 1º | `art9_par1` |
//! | `art22.unico` | art. 22, parágrafo único | `art22_par1u` |
//! | `art8.unico.inc4.a` | art. 8º, parágrafo único, IV, a | `art8_par1u_inc4_ali1` |
//! | `art1-1` | art. 1º-A | `art1-1` |
//! | `anexo1.III-02` | Anexo I, III-02 | (none) |
//! | `art6.tab.jan` | art. 6º, tabela, janeiro | (none) |
//!
//! A key is a path with dots. Its parts: `artN`, `cpt`, `parN`, `unico` (also `paru`, `par1u`), `incN`, a letter (also
//! `aliN`, or `al` before the letter), `iteN`, `anexo`, `anexoN`, `grupoN`, `pontoN`, `tab`, `preambulo`, `ementa`,
//! `fecho`; other words are labels of a table or list and are shown as they are, but for months and the initials of taxes. A
//! suffix `-N` is the letter of a provision put in later; a suffix `:N` tells apart provisions that the law gave the same
//! number: `art9.inc6:2` is the second VI.

mod place;

pub use place::{municipal_urn, place};

use crate::date::MONTHS;
use crate::person::plain;

/// One step of a path.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Article(Number),
    Caput,
    Paragraph(Number),
    OnlyParagraph,
    Inciso(Number),
    Letter(Number),
    Item(Number),
    Annex(Option<u32>),
    Group(u32),
    Point(u32),
    Word(&'static str),
    Label(&'a str),
    /// One of several with the same number: the second, the third...
    Nth(Box<Part<'a>>, u32),
    /// `al` announces a letter and says nothing by itself.
    LetterFollows,
}

/// A number and the letter of a later insertion: `1-27` is 1º-AA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    main: u32,
    added: Option<u32>,
}

/// The reading form of a provision's key: `art9.inc6` is "art. 9º, VI". Never fails: what it does not know, it shows.
#[must_use]
pub fn cite(key: &str) -> String {
    let parts = parts(key).into_iter().filter(|part| *part != Part::LetterFollows);
    parts.map(|part| part.reading()).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The reading form of the code of an offence: a line of an annex is called by its own code, `III-02`; one that the law has only
/// in an article carries the article's key as its code, and is read as it: `art36` is "art. 36".
#[must_use]
pub fn line(code: &str) -> String {
    let of_article =
        code.strip_prefix("art").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if of_article { cite(code) } else { code.to_string() }
}

/// The LexML fragment of a provision's key, as after `!` in a URN; nothing where LexML has no name for it (lines of an
/// annex, tables, the closing of the act).
#[must_use]
pub fn fragment(key: &str) -> Option<String> {
    let parts = parts(key);
    let mut fragment = Vec::new();
    let mut under_article = false;
    for part in &parts {
        // what hangs directly on an article hangs on its caput
        if under_article && matches!(part, Part::Inciso(_) | Part::Letter(_)) {
            fragment.push("cpt".to_owned());
        }
        match part {
            Part::LetterFollows => continue,
            _ => fragment.push(part.lexml()?),
        }
        under_article = matches!(part, Part::Article(_));
    }
    if fragment.is_empty() { None } else { Some(fragment.join("_")) }
}

fn parts(key: &str) -> Vec<Part<'_>> {
    let mut under_provision = false;
    let words = key.trim().split('.').filter(|word| !word.is_empty());
    words
        .map(|word| {
            let part = Part::parse(word, under_provision);
            under_provision = !matches!(part, Part::Annex(_) | Part::Group(_) | Part::Label(_));
            part
        })
        .collect()
}

impl<'a> Part<'a> {
    fn parse(word: &'a str, under_provision: bool) -> Self {
        if let Some((plain, nth)) = word.rsplit_once(':')
            && let Some(nth) = nth.parse().ok().filter(|n| *n >= 2)
        {
            return Self::Nth(Box::new(Self::parse(plain, under_provision)), nth);
        }
        match word {
            "cpt" | "caput" => return Self::Caput,
            "unico" | "paru" | "par1u" => return Self::OnlyParagraph,
            "al" => return Self::LetterFollows,
            "preambulo" | "preamble" => return Self::Word("preâmbulo"),
            "ementa" => return Self::Word("ementa"),
            "fecho" => return Self::Word("fecho"),
            "anexo" => return Self::Annex(None),
            "tab" | "tabela" => return Self::Word("tabela"),
            _ => {}
        }
        let prefixed = |prefix: &str| word.strip_prefix(prefix).and_then(Number::parse);
        let plain = |prefix: &str| word.strip_prefix(prefix).and_then(|number| number.parse().ok());
        let known = None
            .or_else(|| prefixed("art").map(Self::Article))
            .or_else(|| prefixed("par").map(Self::Paragraph))
            .or_else(|| prefixed("inc").map(Self::Inciso))
            .or_else(|| prefixed("ali").map(Self::Letter))
            .or_else(|| prefixed("ite").map(Self::Item))
            .or_else(|| plain("anexo").map(|number| Self::Annex(Some(number))))
            .or_else(|| plain("grupo").map(Self::Group))
            .or_else(|| plain("ponto").map(Self::Point));
        match known {
            Some(part) => part,
            None if under_provision => letter(word).map_or(Self::Label(word), Self::Letter),
            None => Self::Label(word),
        }
    }

    fn reading(&self) -> String {
        match self {
            Self::Article(number) => format!("art. {}", number.ordinal()),
            Self::Caput => "caput".to_owned(),
            Self::Paragraph(number) => format!("§ {}", number.ordinal()),
            Self::OnlyParagraph => "parágrafo único".to_owned(),
            Self::Inciso(number) => number.with_letter(roman(number.main)),
            Self::Letter(number) => number.with_letter(letters(number.main, b'a')),
            Self::Item(number) => number.with_letter(number.main.to_string()),
            Self::Annex(Some(number)) => format!("Anexo {}", roman(*number)),
            Self::Annex(None) => "Anexo".to_owned(),
            Self::Group(number) => format!("grupo {number}"),
            Self::Point(number) => format!("ponto {number}"),
            Self::Word(word) => (*word).to_owned(),
            Self::Label(label) => named(label),
            Self::Nth(part, nth) => format!("{} ({nth}º com este número)", part.reading()),
            Self::LetterFollows => String::new(),
        }
    }

    fn lexml(&self) -> Option<String> {
        Some(match self {
            Self::Article(number) => format!("art{}", number.lexml()),
            Self::Caput => "cpt".to_owned(),
            Self::Paragraph(number) => format!("par{}", number.lexml()),
            Self::OnlyParagraph => "par1u".to_owned(),
            Self::Inciso(number) => format!("inc{}", number.lexml()),
            Self::Letter(number) => format!("ali{}", number.lexml()),
            Self::Item(number) => format!("ite{}", number.lexml()),
            _ => return None,
        })
    }
}

/// A label as it is read: the initials of a tax in capitals, the short name of a month in full, others as they are.
fn named(label: &str) -> String {
    const TAXES: [&str; 7] = ["iss", "issqn", "iptu", "ipva", "itbi", "icms", "dpvat"];
    if TAXES.contains(&label) {
        return label.to_ascii_uppercase();
    }
    let month = MONTHS.iter().find(|m| plain(m).get(..3) == Some(label));
    month.map_or_else(|| label.replace('_', " "), |m| (*m).to_owned())
}

impl Number {
    /// `9`, or `1-27`. No sign, no zero.
    fn parse(text: &str) -> Option<Self> {
        let digits = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| text.parse().ok())
                .flatten()
                .filter(|n| *n > 0)
        };
        match text.split_once('-') {
            Some((main, added)) => Some(Self { main: digits(main)?, added: Some(digits(added)?) }),
            None => Some(Self { main: digits(text)?, added: None }),
        }
    }

    /// Ordinal to the ninth and cardinal from ten on (Lei Complementar 95/1998, art. 10), thousands with a dot.
    fn ordinal(self) -> String {
        let number = match self.main {
            1..=9 => format!("{}º", self.main),
            1_000.. => format!("{}.{:03}", self.main / 1_000, self.main % 1_000),
            _ => self.main.to_string(),
        };
        self.with_letter(number)
    }

    fn with_letter(self, text: String) -> String {
        match self.added {
            Some(added) => format!("{text}-{}", letters(added, b'A')),
            None => text,
        }
    }

    fn lexml(self) -> String {
        match self.added {
            Some(added) => format!("{}-{added}", self.main),
            None => self.main.to_string(),
        }
    }
}

/// `a`, `z`, `aa`, and `e-1` for the letter e-A.
fn letter(word: &str) -> Option<Number> {
    let (main, added) = match word.split_once('-') {
        Some((main, added)) => (main, Some(added)),
        None => (word, None),
    };
    if main.is_empty() || main.len() > 2 || !main.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let value = main.bytes().fold(0, |value, byte| value * 26 + u32::from(byte - b'a') + 1);
    let added = match added {
        Some(added) => Some(Number::parse(added)?.main),
        None => None,
    };
    Some(Number { main: value, added })
}

/// Letters as spreadsheets count columns: 1 is a, 26 is z, 27 is aa.
fn letters(mut number: u32, first: u8) -> String {
    let mut reversed = Vec::new();
    while number > 0 {
        number -= 1;
        reversed.push(char::from(first + u8::try_from(number % 26).unwrap_or_default()));
        number /= 26;
    }
    reversed.iter().rev().collect()
}

/// The Roman numeral of a number below 4,000; larger ones in digits.
#[must_use]
pub fn roman(number: u32) -> String {
    const STEPS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4_000).contains(&number) {
        return number.to_string();
    }
    let mut rest = number;
    let mut numeral = String::new();
    for (value, sign) in STEPS {
        while rest >= value {
            numeral.push_str(sign);
            rest -= value;
        }
    }
    numeral
}

#[cfg(test)]
mod tests;
