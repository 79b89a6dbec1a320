//! The loops over lanes: 64 rows in, one word of bits out. Plain safe code, shaped so that the compiler turns each into vector
//! instructions: whole groups of 64, no branch in the group, a byte for each row before the bits are packed.

use super::ranges::Ranges;

/// Offsets of a column in the narrowest lanes that hold them: what bounds a pass over a register is the memory it reads.
#[derive(Clone, Debug)]
pub(super) enum Lanes {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

impl Lanes {
    /// Lanes that hold offsets up to `span`, padded to whole groups of 64. An offset beyond belongs to an unknown value, and
    /// may become anything.
    pub(super) fn narrowest(span: u64, offsets: impl ExactSizeIterator<Item = u64>) -> Self {
        let padded = offsets.len().next_multiple_of(64);
        if span <= u64::from(u8::MAX) {
            Lanes::U8(lanes(padded, offsets.map(|o| o.to_le_bytes()[0])))
        } else if span <= u64::from(u16::MAX) {
            Lanes::U16(lanes(padded, offsets.map(|o| (o & 0xffff).try_into().unwrap_or(0))))
        } else if span <= u64::from(u32::MAX) {
            Lanes::U32(lanes(padded, offsets.map(|o| (o & 0xffff_ffff).try_into().unwrap_or(0))))
        } else {
            Lanes::U64(lanes(padded, offsets))
        }
    }

    /// The offset of a row.
    pub(super) fn offset(&self, row: usize) -> u64 {
        match self {
            Lanes::U8(v) => v.get(row).copied().map_or(0, u64::from),
            Lanes::U16(v) => v.get(row).copied().map_or(0, u64::from),
            Lanes::U32(v) => v.get(row).copied().map_or(0, u64::from),
            Lanes::U64(v) => v.get(row).copied().unwrap_or(0),
        }
    }

    /// Sets in `out` the bits of the rows whose number (`base` plus the offset) is in a set.
    pub(super) fn within(&self, base: i64, set: &Ranges, out: &mut [u64]) {
        match self {
            Lanes::U8(v) => within(v, base, set, out),
            Lanes::U16(v) => within(v, base, set, out),
            Lanes::U32(v) => within(v, base, set, out),
            Lanes::U64(v) => within(v, base, set, out),
        }
    }
}

fn lanes<T: Copy + Default>(padded: usize, offsets: impl Iterator<Item = T>) -> Vec<T> {
    let mut out = Vec::with_capacity(padded);
    out.extend(offsets);
    out.resize(padded, T::default());
    out
}

/// An unsigned lane.
trait Lane: Copy + Ord {
    const MAX: Self;
    const ZERO: Self;
    /// The greatest offset, among all numbers.
    const WIDEST: i128;
    /// An offset from the base, brought to the nearest that the lane can hold.
    fn nearest(offset: i128) -> Self;
    fn below(self, other: Self) -> Self;
}

macro_rules! lane {
    ($($t:ty),*) => { $(
        impl Lane for $t {
            const MAX: Self = <$t>::MAX;
            const ZERO: Self = 0;
            const WIDEST: i128 = <$t>::MAX as i128;
            fn nearest(offset: i128) -> Self {
                <$t>::try_from(offset.max(0)).unwrap_or(<$t>::MAX)
            }
            fn below(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )* };
}
lane!(u8, u16, u32, u64);

fn within<T: Lane>(values: &[T], base: i64, set: &Ranges, out: &mut [u64]) {
    // a list of many symbols is often one range less on its other side
    let outside = (set.parts().len() > 1).then(|| set.complement());
    let fewer = outside.as_ref().filter(|o| o.parts().len() < set.parts().len());
    let (parts, flip) = (fewer.unwrap_or(set).parts(), fewer.is_some());
    out.fill(0);
    for (lo, hi) in parts {
        let (lo, hi) = (i128::from(*lo) - i128::from(base), i128::from(*hi) - i128::from(base));
        if hi < 0 || lo > T::WIDEST {
            continue;
        }
        let (lo, hi) = (T::nearest(lo), T::nearest(hi));
        match (lo == T::ZERO, hi == T::MAX) {
            (true, true) => out.fill(u64::MAX),
            (true, false) => each_word(values, out, |v| v <= hi),
            (false, true) => each_word(values, out, |v| v >= lo),
            (false, false) => {
                let span = hi.below(lo);
                each_word(values, out, |v| v.below(lo) <= span);
            }
        }
    }
    if flip {
        out.iter_mut().for_each(|w| *w = !*w);
    }
}

fn each_word<T: Copy>(values: &[T], out: &mut [u64], holds: impl Fn(T) -> bool) {
    let (groups, _) = values.as_chunks::<64>();
    for (group, word) in groups.iter().zip(out) {
        let mut bytes = [0_u8; 64];
        for (byte, value) in bytes.iter_mut().zip(group) {
            *byte = u8::from(holds(*value));
        }
        *word |= pack(&bytes);
    }
}

/// Sixty-four bytes of 0 or 1 as bits, the first lowest.
fn pack(bytes: &[u8; 64]) -> u64 {
    // One multiplication moves bit 0 of each of eight bytes to its place in the highest byte; no two meet on the way.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = bytes.as_chunks::<8>();
    let mut word = 0;
    for (place, eight) in (0_u32..).step_by(8).zip(eights) {
        word |= (u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56) << place;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(base: i64, span: u64, offsets: &[u64], set: &Ranges) {
        let lanes = Lanes::narrowest(span, offsets.iter().copied());
        let mut out = vec![0; offsets.len().div_ceil(64)];
        lanes.within(base, set, &mut out);
        for (row, offset) in offsets.iter().enumerate() {
            let number = base.wrapping_add_unsigned(*offset);
            let expected = set.parts().iter().any(|(lo, hi)| *lo <= number && number <= *hi);
            assert_eq!(
                out[row / 64] >> (row % 64) & 1 == 1,
                expected,
                "{number} in {set:?}, lanes to {span}"
            );
            assert_eq!(lanes.offset(row), *offset);
        }
    }

    #[test]
    fn every_lane_answers_as_the_set_does_around_its_edges() {
        for (base, span) in [
            (0, 200),
            (1950, 255),
            (-7, 256),
            (20_000, 65_535),
            (-5, 65_536),
            (i64::from(i32::MIN), u64::from(u32::MAX)),
            (-1, u64::from(u32::MAX) + 1),
            (i64::MIN, u64::MAX),
        ] {
            let offsets: Vec<u64> =
                (0..130).map(|n| if n % 2 == 0 { n.min(span) } else { span - n.min(span) }).collect();
            let edge = base.wrapping_add_unsigned(span);
            for near in [
                base,
                base.saturating_add(3),
                base.saturating_sub(1),
                edge,
                edge.saturating_sub(2),
                edge.saturating_add(1),
                0,
            ] {
                for set in [
                    Ranges::to(near),
                    Ranges::from(near),
                    Ranges::of([(near, near)]),
                    Ranges::of([(near, near)]).complement(),
                    Ranges::of([
                        (near, near.saturating_add(2)),
                        (near.saturating_add(9), near.saturating_add(60)),
                    ]),
                    Ranges::of([]).complement(),
                    Ranges::of([]),
                ] {
                    checked(base, span, &offsets, &set);
                }
            }
        }
    }

    #[test]
    fn bits_are_packed_in_the_order_of_rows() {
        for row in 0..64 {
            let mut bytes = [0; 64];
            bytes[row] = 1;
            assert_eq!(pack(&bytes), 1 << row);
        }
        assert_eq!(pack(&[1; 64]), u64::MAX);
    }
}
