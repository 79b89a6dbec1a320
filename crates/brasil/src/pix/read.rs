//! Reading a BR Code back: to check what was printed, and what somebody pasted.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::{PixError, TxId, crc16};
use crate::money::Brl;

/// What a BR Code says, static or dynamic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PixCode {
    /// The receiver's key, in a static code.
    pub key: Option<String>,
    /// Where the bank keeps the charge, in a dynamic code.
    pub url: Option<String>,
    /// The amount, where the code carries one.
    pub amount: Option<Brl>,
    /// The receiver's name.
    pub name: String,
    /// The receiver's city.
    pub city: String,
    /// The transaction id, where there is one (`***` means none).
    pub txid: Option<TxId>,
}

impl PixCode {
    /// Reads a code and checks its checksum and every field that the standard fixes.
    ///
    /// # Errors
    /// Says what is wrong; never panics, whatever was pasted.
    pub fn parse(text: &str) -> Result<Self, PixError> {
        let text = text.trim();
        let fields = split(text)?;
        check_checksum(text, &fields)?;
        let get = |id: &str| fields.get(id).copied().ok_or_else(|| wrong(id));
        for (id, value) in [("00", "01"), ("53", "986"), ("58", "BR")] {
            expect(id, get(id)? == value)?;
        }
        expect("52", get("52")?.len() == 4)?;
        let (name, city) = (get("59")?, get("60")?);
        expect("59", (1..=25).contains(&name.chars().count()))?;
        expect("60", (1..=15).contains(&city.chars().count()))?;
        let account = split(get("26")?)?;
        let is_pix = account.get("00").is_some_and(|name| name.eq_ignore_ascii_case("br.gov.bcb.pix"));
        let (key, url) = (account.get("01").copied(), account.get("25").copied());
        expect("26", is_pix && key.is_some() != url.is_some())?;
        Ok(Self {
            key: key.map(str::to_owned),
            url: url.map(str::to_owned),
            amount: fields.get("54").map(|value| amount(value)).transpose()?,
            name: name.to_owned(),
            city: city.to_owned(),
            txid: match split(get("62")?)?.get("05").copied().ok_or_else(|| wrong("62"))? {
                "***" => None,
                id => Some(TxId::parse(id)?),
            },
        })
    }
}

impl FromStr for PixCode {
    type Err = PixError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

fn wrong(id: &str) -> PixError {
    PixError::Field { id: id.to_owned() }
}

fn expect(id: &str, holds: bool) -> Result<(), PixError> {
    if holds { Ok(()) } else { Err(wrong(id)) }
}

/// Cuts a row of fields. Lengths count characters, so the cuts follow characters and never bytes.
fn split(text: &str) -> Result<BTreeMap<&str, &str>, PixError> {
    let mut fields = BTreeMap::new();
    let mut rest = text;
    while !rest.is_empty() {
        let position = text.chars().count() - rest.chars().count() + 1;
        let malformed = || PixError::Malformed { position };
        let (id, after) = take(rest, 2).ok_or_else(malformed)?;
        let (length, after) = take(after, 2).ok_or_else(malformed)?;
        if !id.bytes().chain(length.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(malformed());
        }
        let length: usize = length.parse().map_err(|_| malformed())?;
        let (value, after) = take(after, length).ok_or_else(malformed)?;
        if fields.insert(id, value).is_some() {
            return Err(wrong(id));
        }
        rest = after;
    }
    Ok(fields)
}

fn take(text: &str, characters: usize) -> Option<(&str, &str)> {
    let end = text.char_indices().map(|(start, _)| start).chain([text.len()]).nth(characters)?;
    Some(text.split_at(end))
}

/// The checksum is the last field, and covers everything before its value.
fn check_checksum(text: &str, fields: &BTreeMap<&str, &str>) -> Result<(), PixError> {
    let written = fields.get("63").copied().ok_or_else(|| wrong("63"))?;
    let covered =
        text.strip_suffix(written).filter(|covered| covered.ends_with("6304")).ok_or_else(|| wrong("63"))?;
    let sum = u16::from_str_radix(written, 16).map_err(|_| wrong("63"))?;
    if sum == crc16(covered.as_bytes()) { Ok(()) } else { Err(PixError::Checksum) }
}

/// The standard writes digits with a dot and two decimal places at most.
fn amount(value: &str) -> Result<Brl, PixError> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    expect("54", digits(whole) && digits(fraction) && fraction.len() <= 2)?;
    Brl::parse(&format!("{whole},{fraction}")).map_err(|_| wrong("54"))
}
