//! Sets of whole numbers as ranges: what a comparison lets through.

use rust_decimal::Decimal;

/// How one number stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Order {
    Less,
    AtMost,
    Equal,
    NotEqual,
    AtLeast,
    More,
}

impl Order {
    /// The same relation seen from the other side: `a` is at most `b` when `b` is at least `a`.
    pub(super) fn mirrored(self) -> Self {
        match self {
            Order::Less => Order::More,
            Order::AtMost => Order::AtLeast,
            Order::AtLeast => Order::AtMost,
            Order::More => Order::Less,
            Order::Equal | Order::NotEqual => self,
        }
    }

    /// Whether two things that compare so stand in this relation.
    pub(super) fn holds(self, o: std::cmp::Ordering) -> bool {
        match self {
            Order::Less => o.is_lt(),
            Order::AtMost => o.is_le(),
            Order::Equal => o.is_eq(),
            Order::NotEqual => o.is_ne(),
            Order::AtLeast => o.is_ge(),
            Order::More => o.is_gt(),
        }
    }
}

/// A set of whole numbers: closed ranges in order, disjoint and not touching. Two comparisons that let the same numbers
/// through have the same ranges, so that they are computed once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    /// The numbers in any of some closed ranges; a range that ends before it begins is empty.
    pub(super) fn of(parts: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let mut parts: Vec<(i64, i64)> = parts.into_iter().filter(|(lo, hi)| lo <= hi).collect();
        parts.sort_unstable();
        let mut out: Vec<(i64, i64)> = Vec::with_capacity(parts.len());
        for (lo, hi) in parts {
            match out.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => out.push((lo, hi)),
            }
        }
        Ranges(out)
    }

    /// From a number on.
    pub(super) fn from(lo: i64) -> Self {
        Self::of([(lo, i64::MAX)])
    }

    /// Up to a number.
    pub(super) fn to(hi: i64) -> Self {
        Self::of([(i64::MIN, hi)])
    }

    /// The numbers outside.
    pub(super) fn complement(&self) -> Self {
        let mut out = Vec::with_capacity(self.0.len() + 1);
        let mut next = Some(i64::MIN);
        for (lo, hi) in &self.0 {
            if let (Some(from), Some(before)) = (next, lo.checked_sub(1)) {
                out.push((from, before));
            }
            next = hi.checked_add(1);
        }
        out.extend(next.map(|from| (from, i64::MAX)));
        Self::of(out)
    }

    /// The ranges, in order.
    pub(super) fn parts(&self) -> &[(i64, i64)] {
        &self.0
    }

    /// Whole numbers `n`, in units of `10^-places`, that stand to a limit in a relation. Exact for every limit.
    pub(super) fn standing(order: Order, limit: Decimal, places: u32) -> Self {
        let (mantissa, scale) = (limit.mantissa(), limit.scale());
        // at most 96 bits times 10^4, or a quotient: both fit
        let (floor, exact) = if scale <= places {
            (mantissa * 10_i128.pow(places - scale), true)
        } else {
            let unit = 10_i128.pow(scale - places);
            (mantissa.div_euclid(unit), mantissa.rem_euclid(unit) == 0)
        };
        let (first, last) = (i128::from(i64::MIN), i128::from(i64::MAX));
        let narrow = |n: i128| i64::try_from(n.clamp(first, last)).unwrap_or(i64::MAX);
        let up_to = |n: i128| if n < first { Self::of([]) } else { Self::to(narrow(n)) };
        match order {
            Order::AtMost => up_to(floor),
            Order::More => up_to(floor).complement(),
            Order::Less => up_to(if exact { floor - 1 } else { floor }),
            Order::AtLeast => up_to(if exact { floor - 1 } else { floor }).complement(),
            Order::Equal if exact && (first..=last).contains(&floor) => {
                Self::of([(narrow(floor), narrow(floor))])
            }
            Order::Equal => Self::of([]),
            Order::NotEqual => Self::standing(Order::Equal, limit, places).complement(),
        }
    }

    /// The set of `year − n` for every `n` of this one.
    pub(super) fn years_before(&self, year: i64) -> Self {
        Self::of(self.0.iter().map(|(lo, hi)| (year.saturating_sub(*hi), year.saturating_sub(*lo))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(r: &Ranges, n: i64) -> bool {
        r.parts().iter().any(|(lo, hi)| *lo <= n && n <= *hi)
    }

    #[test]
    fn touching_and_overlapping_ranges_become_one() {
        assert_eq!(Ranges::of([(5, 6), (1, 2), (3, 3), (9, 8), (6, 7)]).parts(), [(1, 3), (5, 7)]);
        assert_eq!(Ranges::of([(1, 2), (3, 4)]), Ranges::of([(1, 4)]));
    }

    #[test]
    fn the_complement_of_the_complement_is_the_set() {
        for r in [
            Ranges::of([]).complement(),
            Ranges::of([]),
            Ranges::to(7),
            Ranges::from(-3),
            Ranges::of([(i64::MIN, 0), (5, 5), (9, i64::MAX)]),
        ] {
            assert_eq!(r.complement().complement(), r);
            for n in [i64::MIN, -4, -3, 0, 1, 5, 6, 7, 8, 9, i64::MAX] {
                assert_ne!(has(&r, n), has(&r.complement(), n), "{r:?} {n}");
            }
        }
    }

    #[test]
    fn a_limit_between_two_numbers_is_exact() {
        let orders = [Order::Less, Order::AtMost, Order::Equal, Order::NotEqual, Order::AtLeast, Order::More];
        for limit in ["7", "7.5", "-7.5", "0", "7.0", "7.00005", "79228162514264337593543950335"] {
            let limit: Decimal = limit.parse().expect("a decimal");
            for order in orders {
                for places in [0, 4] {
                    let r = Ranges::standing(order, limit, places);
                    for n in [-80_000_i64, -75_000, -74_999, -8, -7, 0, 6, 7, 8, 70_000, 75_000, 75_001] {
                        let value = Decimal::new(n, places);
                        assert_eq!(has(&r, n), order.holds(value.cmp(&limit)), "{value} {order:?} {limit}");
                    }
                }
            }
        }
    }
}
