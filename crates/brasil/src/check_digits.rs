//! The two check-digit rules of Brazilian bank slips.

/// Modulus 10 over digits: weights 2, 1, 2, 1… from the right, the digits of each product added up.
pub(crate) fn modulus_10(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip([2, 1].into_iter().cycle())
        .map(|(byte, weight)| crate::masks::value(byte) * weight)
        .map(|product| product / 10 + product % 10)
        .sum();
    (10 - sum % 10) % 10
}

/// The remainder of modulus 11 over digits: weights 2 to 9 from the right, over and over. Each document makes its own
/// digit of it.
pub(crate) fn remainder_11(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip((2..=9).cycle())
        .map(|(byte, weight)| crate::masks::value(byte) * weight)
        .sum();
    sum % 11
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the FEBRABAN manual.
    #[test]
    fn febraban_example() {
        assert_eq!(modulus_10("01230067896"), 3);
        assert_eq!(remainder_11("01230067896"), 0);
    }
}
