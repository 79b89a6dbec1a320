//! Bands: a quantity that falls in slices, each with its own rate. Whether a rate is that of its slice alone, of the whole
//! quantity, or a fixed sum is said by the rule; the three give different sums, and none is the usual one.

use rust_decimal::Decimal;

/// To what the rate of a band applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandMode {
    /// Each slice at its own rate, and the slices add up.
    Marginal,
    /// The whole quantity at the rate of the band in which it falls.
    Whole,
    /// The rate of the band in which it falls is the sum, whatever the quantity.
    Flat,
}

impl BandMode {
    /// Every mode with its keyword.
    pub const ALL: [(&'static str, BandMode); 3] =
        [("marginal", BandMode::Marginal), ("inteira", BandMode::Whole), ("fixa", BandMode::Flat)];
}

/// One band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band<T> {
    /// The most that falls in it, included; none in the last band, which has no end.
    pub up_to: Option<Decimal>,
    /// Its rate.
    pub rate: T,
}

/// Bands in order, from zero up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands<T> {
    /// To what a rate applies.
    pub mode: BandMode,
    /// The bands.
    pub bands: Vec<Band<T>>,
}

impl<T> Bands<T> {
    /// What multiplies each rate for a quantity. None when no band reaches the quantity.
    #[must_use]
    pub fn slices(&self, quantity: Decimal) -> Option<Vec<(Decimal, &T)>> {
        let at = self.bands.iter().position(|b| b.up_to.is_none_or(|u| quantity <= u))?;
        let rate = &self.bands.get(at)?.rate;
        Some(match self.mode {
            BandMode::Flat => vec![(Decimal::ONE, rate)],
            BandMode::Whole => vec![(quantity, rate)],
            BandMode::Marginal => {
                let mut from = Decimal::ZERO;
                let mut out = Vec::with_capacity(at + 1);
                for b in self.bands.iter().take(at + 1) {
                    let to = b.up_to.map_or(quantity, |u| u.min(quantity));
                    out.push((to - from, &b.rate));
                    from = to;
                }
                out
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bands(mode: BandMode) -> Bands<u8> {
        let band = |up_to: Option<i64>, rate| Band { up_to: up_to.map(Decimal::from), rate };
        Bands { mode, bands: vec![band(Some(10), 1), band(Some(20), 2), band(None, 3)] }
    }

    #[test]
    fn the_mode_says_to_what_a_rate_applies() {
        let d = Decimal::from;
        assert_eq!(bands(BandMode::Marginal).slices(d(25)), Some(vec![(d(10), &1), (d(10), &2), (d(5), &3)]));
        assert_eq!(bands(BandMode::Whole).slices(d(20)), Some(vec![(d(20), &2)]));
        assert_eq!(bands(BandMode::Flat).slices(d(21)), Some(vec![(d(1), &3)]));
        assert_eq!(bands(BandMode::Marginal).slices(d(0)), Some(vec![(d(0), &1)]));
    }

    #[test]
    fn a_quantity_beyond_the_last_band_has_no_rate() {
        let closed =
            Bands { mode: BandMode::Whole, bands: vec![Band { up_to: Some(Decimal::TEN), rate: 1 }] };
        assert_eq!(closed.slices(Decimal::from(11)), None);
    }
}
